import type { Ctx } from '#app/domain/ctx.server.ts';
import { groupedEvents, timelineEntry } from '#app/domain/designations/grouped-events.ts';
import { listEvents } from '#app/domain/events/list-events.server.ts';
import { authorizeToKnow, can } from '#app/policy/authorize.ts';
import type { Timeline } from '#app/schemas/designation-timeline.ts';

const EVENTS_A_PAGE = 200;

/**
 * What happened to a designation (decisions, section 5), newest first; `before` an event of it, for those older. A page
 * never ends amid the saves of one sitting, unless it holds nothing else. Staff see the same but for what became of mail.
 */
export async function readTimeline(
  ctx: Ctx,
  designation: { readonly id: string; readonly highSchoolId: string },
  before: string | null,
): Promise<Timeline> {
  authorizeToKnow(ctx.actor, 'designation.read', designation);
  const limit = EVENTS_A_PAGE + 1;
  const events = await listEvents(ctx, 'DESIGNATION', designation.id, { before, limit });
  const groups = groupedEvents(events);
  const hasOlder = events.length === limit;
  if (hasOlder && groups.length > 1) groups.pop();
  else if (hasOlder) groups[0]?.pop();
  const isReviewer = can(ctx.actor, 'designation.decide', designation);
  return {
    entries: groups.flatMap((group) => timelineEntry(group, isReviewer) ?? []),
    olderThan: hasOlder ? (groups.at(-1)?.at(-1)?.id ?? null) : null,
  };
}

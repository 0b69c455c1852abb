import { randomUUID } from 'node:crypto';
import { DIGEST_TIME } from '#app/config/constants.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { readOfficeCounts } from '#app/domain/home/home-queries.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { queueNotices, noticeTo } from '#app/domain/notices/queue-notices.server.ts';
import { findAdministrators } from '#app/domain/notices/recipients.server.ts';
import { lastTimeOfDay } from '#app/lib/time/wall-clock.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DECISION_EVENT_KINDS, type EventKind } from '#app/schemas/event-kinds.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OfficeDigestEntity } from '#db/entities/office-digest.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';

const DAY_MS = 86_400_000;
/** Longer than any request, so that a submission from just before the end has been stored. */
const SETTLE_MS = 120_000;
/** Lines per list. After them, the email says how many more there are. */
const LINES_MAX = 30;

const UNDONE: EventKind = 'designation.decisionUndone';

/** A time from `since` on, and before `until`. */
interface Period {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Queues the daily summary of the time before the last 7 AM in the installation's time zone, two minutes later, and once
 * even if many processes call it. It names schools and staff addresses, never students. Returns the number of emails.
 */
export async function writeOfficeDigest(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    if (!(await tryLock(opened, 'officeDigest'))) return 0;
    const tx = await reloadActor(opened, 'email.manage');
    const settledAt = new Date(tx.now().getTime() - SETTLE_MS);
    const until = lastTimeOfDay(DIGEST_TIME, settledAt, tx.settings.timeZone);
    const [last] = await tx.em.find(OfficeDigestEntity, {}, { orderBy: { until: 'desc' }, limit: 1 });
    if (last !== undefined && last.until >= until) return 0;
    const since = last?.until ?? new Date(until.getTime() - DAY_MS);
    tx.em.create(OfficeDigestEntity, { id: randomUUID(), until, createdAt: tx.now() });
    const lists = await readDigestLists(tx, { since, until });
    const emails = lists === null ? 0 : await queueSummary(tx, lists);
    await tx.em.flush();
    return emails;
  });
}

type DigestLists = Readonly<Record<'submitted' | 'resubmitted' | 'bounced', string>>;

async function queueSummary(tx: Ctx, lists: DigestLists): Promise<number> {
  const { toReview } = await readOfficeCounts(tx);
  const administrators = await findAdministrators(tx);
  const isOn = await queueNotices(
    tx,
    'OFFICE_DIGEST',
    administrators.map((user) => noticeTo(user, { toReview: String(toReview), ...lists })),
  );
  return isOn ? administrators.length : 0;
}

/** Returns what happened in the period; null if nothing did. */
async function readDigestLists(tx: Ctx, period: Period): Promise<DigestLists | null> {
  const submissions = await readSubmissions(tx, period);
  const bounced = await tx.em.find(
    BouncedAddressEntity,
    { bouncedAt: within(period) },
    { orderBy: { address: 'asc' } },
  );
  if (submissions.length === 0 && bounced.length === 0) return null;
  const schools = (isAgain: boolean) =>
    lines(submissions.filter((one) => one.isAgain === isAgain).map(({ name }) => name));
  return {
    submitted: schools(false),
    resubmitted: schools(true),
    bounced: lines(bounced.map(({ address }) => address)),
  };
}

/**
 * Returns the designations that were submitted in the period, once each, by name; again if they were returned before
 * the last submission, and that wasn't undone. A return after it isn't answered yet.
 */
async function readSubmissions(tx: Ctx, period: Period): Promise<{ name: string; isAgain: boolean }[]> {
  const submitted = await findEvents(tx, 'designation.submitted', { at: within(period) });
  const lastSubmitted = new Map(submitted.map(({ subjectId, at }) => [subjectId, at]));
  const ids = [...lastSubmitted.keys()];
  const decided = await findEvents(
    tx,
    { $in: [...Object.values(DECISION_EVENT_KINDS), UNDONE] },
    { subjectId: { $in: ids }, at: { $lt: period.until } },
  );
  const isUndone = ({ subjectId }: { subjectId: string }, index: number) =>
    decided[index + 1]?.subjectId === subjectId && decided[index + 1]?.kind === UNDONE;
  const again = new Set(
    decided
      .filter((event, index) => event.kind === 'designation.returned' && !isUndone(event, index))
      .filter(({ subjectId, at }) => at < (lastSubmitted.get(subjectId) ?? at))
      .map(({ subjectId }) => subjectId),
  );
  const designations = await tx.em.find(
    DesignationEntity,
    { id: { $in: ids } },
    {
      populate: ['highSchool', 'academicYear'],
      orderBy: [{ highSchool: { [byName<HighSchool>('name')]: 'asc' } }, { id: 'asc' }],
    },
  );
  return designations.map(({ id, highSchool, academicYear }) => ({
    name: `${highSchool.name} (${academicYear.year})`,
    isAgain: again.has(id),
  }));
}

/** Finds events by designation, and those of each in the order in which they happened. */
function findEvents(
  tx: Ctx,
  kind: EventKind | { $in: EventKind[] },
  where: { readonly subjectId?: { $in: string[] }; readonly at: { $gte?: Date; $lt: Date } },
) {
  return tx.em.find(
    EventEntity,
    { subjectType: 'DESIGNATION', kind, ...where },
    {
      fields: ['subjectId', 'at', 'kind'],
      orderBy: { subjectId: 'asc', at: 'asc', id: 'asc' },
      disableIdentityMap: true,
    },
  );
}

const within = ({ since, until }: Period) => ({ $gte: since, $lt: until });

function lines(items: readonly string[]): string {
  const more = items.length - LINES_MAX;
  const shown = items.slice(0, LINES_MAX).map((item) => `- ${item}`);
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

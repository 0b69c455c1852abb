import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { isSchedulable, latestSchedule } from '#app/schemas/schedule-window.ts';

/**
 * When an email is to leave; null for at once.
 *
 * @param scheduledAt ISO 8601
 * @throws {Invalid} on the path `scheduledAt` for a time that has passed or is more than `SCHEDULE_DAYS_MAX` days away
 */
export function scheduledTime(ctx: Ctx, scheduledAt: string | undefined): Date | null {
  if (scheduledAt === undefined) return null;
  const time = new Date(scheduledAt);
  if (isSchedulable(time, ctx.now())) return time;
  const until = formatInZone(latestSchedule(ctx.now()).toISOString(), ctx.settings.timeZone);
  const message = `Choose a time to come, until ${until} at the latest, or send at once.`;
  throw new Invalid([{ path: ['scheduledAt'], message }]);
}

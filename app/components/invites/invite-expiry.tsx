import { useSite } from '#app/components/site/site-context.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { dayInZone } from '#app/lib/time/zoned-time.ts';

/** Returns whether an invite can no longer be accepted. Both are ISO 8601 instants of the server. */
export function hasExpired(expiresAt: string, now: string): boolean {
  return Date.parse(expiresAt) <= Date.parse(now);
}

/** The day an invite expires, or a badge with the day it expired. */
export function InviteExpiry({ expiresAt, now }: { expiresAt: string; now: string }) {
  const day = dayInZone(expiresAt, useSite().timeZone);
  if (hasExpired(expiresAt, now)) return <Badge tone="warning">Expired {day}</Badge>;
  return (
    <time dateTime={expiresAt} className="text-nowrap">
      {day}
    </time>
  );
}

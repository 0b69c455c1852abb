import { useSite } from '#app/components/site/site-context.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { dayInZone } from '#app/lib/time/zoned-time.ts';

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

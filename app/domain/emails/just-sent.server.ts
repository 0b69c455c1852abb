import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/person-name.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';

interface JustSent {
  /** Alike for the same mail to the same audience. */
  readonly fingerprint: string;
  /** The sender was asked, and wants it. */
  readonly again: boolean;
}

interface EarlierRow {
  id: string;
  created_at: string;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
}

const ASKED_SECONDS = 60;

/**
 * Throws Conflict, with who and when, where the same mail went to the same audience within the last minute: two administrators
 * at it, or one who pressed twice. Lets one send of a kind at a time decide; the others wait for its end.
 */
export async function assertNotJustSent(tx: Ctx, { fingerprint, again }: JustSent): Promise<void> {
  await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('send ' || ?, 0))`, [fingerprint]);
  if (again) return;
  const since = new Date(tx.now().getTime() - ASKED_SECONDS * 1000);
  const [earlier] = await tx.em.execute<EarlierRow[]>(
    `select d.id, d.created_at, u.id as user_id, u.first_name, u.last_name
       from email_delivery d left join user_account u on u.id = d.created_by_id
      where d.fingerprint = ? and d.created_at > ? and d.status <> 'CANCELLED'
      order by d.created_at desc, d.id limit 1`,
    [fingerprint, since],
  );
  if (earlier === undefined) return;
  const createdAt = toIso(earlier.created_at);
  const createdBy =
    earlier.user_id === null
      ? null
      : { id: earlier.user_id, firstName: earlier.first_name ?? '', lastName: earlier.last_name ?? '' };
  const who = createdBy === null ? 'The system' : fullName(createdBy);
  throw new Conflict(
    `${who} sent this email to the same audience at ${formatInZone(createdAt, tx.settings.timeZone)}. Send it again?`,
    { delivery: { id: earlier.id, createdAt, createdBy } },
  );
}

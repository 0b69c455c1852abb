import { schoolCondition } from '#app/domain/emails/audience-queries.server.ts';
import type { AnsweredAudience } from '#app/schemas/email-audience.ts';
import type { Orm } from '#db/orm.server.ts';
import type { ClaimedMail } from './outbox-queries.server.ts';

type Recipient = Pick<ClaimedMail, 'highSchoolIds' | 'userId'>;

/**
 * The names, A to Z, of those among a mail's schools that still stand as a reminder's rule says, and whose staff its recipient still is;
 * none once they have submitted. A school that is no longer active is not reminded.
 */
export async function stillRemindedSchools(
  orm: Orm,
  ruleId: string,
  { highSchoolIds, userId }: Recipient,
): Promise<string[]> {
  if (highSchoolIds.length === 0) return [];
  const schools = await orm.em.fork().execute<{ name: string }[]>(
    `select h.name
       from reminder_rule r
       join high_school h on h.id in (?) and h.status = 'ACTIVE'
       left join designation d on d.high_school_id = h.id and d.academic_year_id = r.academic_year_id
      where r.id = ?
        and (?::uuid is null or exists (
          select from high_school_staff f where f.high_school_id = h.id and f.user_id = ?::uuid))
        and coalesce(d.status, 'NOT_STARTED') = any (r.states)
      order by h.name collate "und-x-icu", h.id`,
    [highSchoolIds, ruleId, userId, userId],
  );
  return schools.map(({ name }) => name);
}

/**
 * The names, A to Z, of those among a mail's schools that the delivery's audience would still choose, and whose staff its recipient
 * still is. What a school submits before the email leaves counts.
 */
export async function stillChosenSchools(
  orm: Orm,
  { choice, yearId }: { choice: AnsweredAudience; yearId: string | null },
  { highSchoolIds, userId }: Recipient,
): Promise<string[]> {
  if (highSchoolIds.length === 0) return [];
  const condition = schoolCondition(choice, yearId);
  const schools = await orm.em.fork().execute<{ name: string }[]>(
    `select h.name
       from high_school h
      where h.id in (?) and h.status = 'ACTIVE'
        and (?::uuid is null or exists (
          select from high_school_staff f where f.high_school_id = h.id and f.user_id = ?::uuid))
        and (${condition.sql})
      order by h.name collate "und-x-icu", h.id`,
    [highSchoolIds, userId, userId, ...condition.params],
  );
  return schools.map(({ name }) => name);
}

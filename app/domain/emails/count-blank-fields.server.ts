import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { BlankCounts } from '#app/schemas/email-sending-screens.ts';
import { audienceSql } from './audience-sql.ts';
import { audienceYear } from './audience-year.server.ts';

/**
 * Of the people of an audience, how many have no first name, no last name, and no school in it. For administrators. Throws Invalid for an
 * unknown year.
 *
 * @param asked.except addresses, in lower case, that are not counted
 */
export async function countBlankFields(
  ctx: Ctx,
  { choice, except }: { choice: AudienceChoice; except: readonly string[] },
): Promise<BlankCounts> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const audience = audienceSql({ choice, yearId: year?.id ?? null, except });
  const [row] = await ctx.em.execute<BlankCounts[]>(
    `with ${audience.sql}
     select count(*) filter (where first_name = '')::int as "firstName",
            count(*) filter (where last_name = '')::int as "lastName",
            count(*) filter (where schools = '{}')::int as schools
       from judged where why is null`,
    [...audience.params],
  );
  return row ?? { firstName: 0, lastName: 0, schools: 0 };
}

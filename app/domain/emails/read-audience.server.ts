import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { LeftOut, Recipient } from '#app/schemas/email.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { LEFT_OUT_REASONS } from '#app/schemas/enums.ts';
import { audienceSql } from './audience-sql.ts';
import { type AudienceYear, audienceYear } from './audience-year.server.ts';

export interface AudienceAsked {
  readonly choice: AudienceChoice;
  /** Addresses that are left out besides; none unless told. */
  readonly except?: readonly string[];
  /** Cuts a page out of the people; all of them unless told. */
  readonly page?: Page;
  /** Tells of this person alone, by the address in lower case, whatever the number of recipients. */
  readonly only?: string;
}

/** Who a mail would go to. */
export interface AudienceRead {
  /** How many people get the mail, whatever page was asked for. */
  readonly recipients: number;
  /** By last name, then first name. */
  readonly people: readonly Recipient[];
  /** By the reason, then by name. A person of several schools stands here with those after the first. */
  readonly leftOut: readonly LeftOut[];
  readonly year: AudienceYear | null;
}

interface AudienceRow {
  recipients: number;
  people: Recipient[];
  left_out: LeftOut[];
}

const PERSON = 'email, first_name as "firstName", last_name as "lastName"';
const BY_NAME = `last_name collate "und-x-icu", first_name collate "und-x-icu", email`;

/** Everybody of an audience and who is left out of it, in one statement (decisions, section 6). Throws Invalid for an unknown year. */
export async function readAudience(
  ctx: Ctx,
  { choice, except = [], page = {}, only }: AudienceAsked,
): Promise<AudienceRead> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const audience = audienceSql({ choice, yearId: year?.id ?? null, except });
  const cut = pageClause(page);
  const [row] = await ctx.em.execute<AudienceRow[]>(
    `with ${audience.sql},
     shown as (
       select ${PERSON}, schools from judged where why is null${only === undefined ? '' : ' and email = ?'}
        order by ${BY_NAME}${cut.sql}),
     left_out as (
       select ${PERSON}, schools, why, last_name, first_name from (
         select email, first_name, last_name, schools, why from judged where why is not null
          union all
         select email, first_name, last_name, schools[2:], 'TWICE' from judged
          where why is null and cardinality(schools) > 1) every
        order by array_position(string_to_array(?, ','), why), ${BY_NAME}, schools[1] collate "und-x-icu", schools)
     select (select count(*)::int from judged where why is null) as recipients,
            (select coalesce(json_agg(shown), '[]') from shown) as people,
            (select coalesce(json_agg(json_build_object(
                      'email', coalesce(email, ''), 'firstName', coalesce("firstName", ''),
                      'lastName', coalesce("lastName", ''), 'schools', schools, 'why', why)), '[]') from left_out) as left_out`,
    [...audience.params, ...(only === undefined ? [] : [only]), ...cut.params, LEFT_OUT_REASONS.join(',')],
  );
  return { recipients: row?.recipients ?? 0, people: row?.people ?? [], leftOut: row?.left_out ?? [], year };
}

/** How many people get the mail. Throws like `readAudience`. */
export async function countAudience(ctx: Ctx, { choice }: { choice: AudienceChoice }): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const audience = audienceSql({ choice, yearId: year?.id ?? null, except: [] });
  const [row] = await ctx.em.execute<{ recipients: number }[]>(
    `with ${audience.sql} select count(*)::int as recipients from judged where why is null`,
    [...audience.params],
  );
  return row?.recipients ?? 0;
}

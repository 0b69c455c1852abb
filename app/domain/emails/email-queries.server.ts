import { raw } from '@mikro-orm/postgresql';
import { type Page, pageClause } from '#app/domain/listing.ts';
import type { SkippedPerson, Recipient } from '#app/schemas/email.ts';
import { type EmailTemplateSummary, EmailTemplateSummarySchema } from '#app/schemas/email-screens.ts';
import type { BlankCounts } from '#app/schemas/email-send-screens.ts';
import { RECIPIENT_SKIP_REASONS, type ReminderState, type StaffPosition } from '#app/schemas/enums.ts';
import { type EmailTemplate, EmailTemplateEntity } from '#db/entities/email-template.ts';
import { byName } from '#db/name-order.ts';
import { outstandingSchoolsSql } from '#app/domain/home/home-queries.server.ts';
import { allOf, isAnyOf, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import type { AudienceChoice, SchoolAudience, SelectedAudience } from '#app/schemas/email-audience.ts';

/** Returns a page of templates, or of one-off emails, by name, without their bodies. */
export async function selectTemplateSummaries(
  { em }: Connection,
  { isOneOff, limit, offset }: Page & { readonly isOneOff: boolean },
): Promise<EmailTemplateSummary[]> {
  const rows = await em
    .createQueryBuilder(EmailTemplateEntity)
    .select(['id', 'name', 'subject', 'richText', 'updatedAt'])
    .addSelect(raw(`btrim(body, E' \\t\\n') = '' as "isEmpty"`))
    .where({ isOneOff })
    .orderBy([{ [byName<EmailTemplate>('name')]: 'asc' }, { id: 'asc' }])
    .limit(limit, offset)
    .execute('all');
  return EmailTemplateSummarySchema.array().parse(rows);
}

/** Deletes the keys created until then. Skips keys that another transaction is deleting. */
export async function deleteOldKeys(ctx: Connection, until: Date): Promise<void> {
  await query(ctx)`
     delete from idempotency_key where key in (
       select key from idempotency_key where created_at <= ${until} order by key for update skip locked)`;
}

/** Finds a user with their schools, or an invited address. Null if the address is unknown. */
export async function findRecipient(ctx: Connection, email: string): Promise<Recipient | null> {
  return queryFirst<Recipient>(ctx)`
     select u.email, u.first_name as "firstName", u.last_name as "lastName",
            array(select hs.name from high_school_staff staff join high_school hs on hs.id = staff.high_school_id
                   where staff.user_id = u.id and hs.status = 'ACTIVE'
                   order by hs.name collate "und-x-icu", hs.id) as schools
       from user_account u where lower(u.email) = ${email} and not 'DELETED' = any(u.flags)
      union all
     select email, '', '', '{}' from user_invite where email = ${email}
      limit 1`;
}

export interface AudiencePeople {
  /** Number of recipients on all pages. */
  readonly recipients: number;
  /** Number of schools of the audience that the recipients work at. */
  readonly schoolCount: number;
  /** By last name, then first name. */
  readonly people: readonly Recipient[];
  /** By reason, then by name. A person at several schools is listed here for all but the first. */
  readonly leftOut: readonly SkippedPerson[];
}

export interface PeoplePage extends Page {
  readonly only?: string | undefined;
}

const PERSON = sql`email, first_name as "firstName", last_name as "lastName"`;
const BY_NAME = sql`last_name collate "und-x-icu", first_name collate "und-x-icu", email`;

/** Returns who an audience includes and leaves out, in one statement. */
export function selectAudience(
  ctx: Connection,
  asked: AudienceOf,
  { only, ...page }: PeoplePage = {},
): Promise<AudiencePeople> {
  const isShown = only === undefined ? sql`why is null` : sql`why is null and email = ${only}`;
  return queryOne<AudiencePeople>(ctx)`
     with ${audienceSql(asked)},
     shown as (
       select ${PERSON}, schools from judged where ${isShown}
        order by ${BY_NAME}${pageClause(page)}),
     left_out as (
       select ${PERSON}, schools, why, last_name, first_name from (
         select email, first_name, last_name, schools, why from judged where why is not null
          union all
         select email, first_name, last_name, schools[2:], 'TWICE' from judged
          where why is null and cardinality(schools) > 1) every
        order by array_position(string_to_array(${RECIPIENT_SKIP_REASONS.join(',')}, ','), why), ${BY_NAME}, schools[1] collate "und-x-icu", schools)
     select (select count(*)::int from judged where why is null) as recipients,
            (select count(distinct school)::int from judged, unnest(school_ids) school where why is null) as "schoolCount",
            (select coalesce(json_agg(shown), '[]') from shown) as people,
            (select coalesce(json_agg(json_build_object(
                      'email', coalesce(email, ''), 'firstName', coalesce("firstName", ''),
                      'lastName', coalesce("lastName", ''), 'schools', schools, 'why', why)), '[]') from left_out) as "leftOut"`;
}

/** Counts the recipients, and those without a first name, a last name, or a school in the audience. */
export function countPeople(
  ctx: Connection,
  asked: AudienceOf,
): Promise<BlankCounts & { readonly recipients: number }> {
  return queryOne<BlankCounts & { recipients: number }>(ctx)`
     with ${audienceSql(asked)}
     select count(*)::int as recipients,
            count(*) filter (where first_name = '')::int as "firstName",
            count(*) filter (where last_name = '')::int as "lastName",
            count(*) filter (where schools = '{}')::int as schools
       from judged where why is null`;
}

export interface AudienceOf {
  readonly choice: AudienceChoice;
  /** Id of the choice's academic year; null if none of its conditions needs one. */
  readonly yearId: string | null;
  readonly except: readonly string[];
}

const COLLATION = sql`collate "und-x-icu"`;

/**
 * CTEs for a `with` clause (decisions, section 6). `judged` has one row per address, where `why` is the RecipientSkipReason,
 * or null for recipients. A school without staff has a row without an address.
 */
export function audienceSql({ choice, yearId, except }: AudienceOf): SqlFragment {
  return sql`memberships as (${membershipsSql(choice, yearId)}),
      people as (
        select email, first_name, last_name, user_id, invite_id, is_deleted,
               coalesce(array_agg(school_id order by school_name ${COLLATION}, school_id)
                          filter (where school_id is not null), '{}') as school_ids,
               coalesce(array_agg(school_name order by school_name ${COLLATION}, school_id)
                          filter (where school_id is not null), '{}') as schools
          from memberships
         group by email, first_name, last_name, user_id, invite_id, is_deleted, case when email is null then school_id end),
      excepted as (select distinct lower(value) as email from json_array_elements_text(${JSON.stringify(except)}::json)),
      judged as materialized (
        select people.email, first_name, last_name, user_id, invite_id, school_ids, schools,
               case when people.email is null then 'NO_ADDRESS'
                    when is_deleted then 'DELETED'
                    when bounced_address.address is not null then 'BOUNCED'
                    when excepted.email is not null then 'EXCEPTED' end as why
          from people
          left join bounced_address on bounced_address.address = people.email
          left join excepted on excepted.email = people.email)`;
}

/** One row per person and school, per school without staff, and per person without a school. */
function membershipsSql(choice: AudienceChoice, yearId: string | null): SqlFragment {
  if (choice.target === 'ADMINS') return ADMINS;
  if (choice.target === 'PENDING_USERS') return PENDING_USERS;
  if (choice.target === 'SELECTED') return selectedSql(choice);
  return staffSql(choice.positions, schoolCondition(choice, yearId));
}

/** Returns the staff of the active schools `h` that meet a condition. */
function staffSql(wanted: readonly StaffPosition[], condition: SqlFragment): SqlFragment {
  const schools = allOf([sql`h.status = 'ACTIVE'`, condition]);
  const positions = wanted.length === 0 ? allOf([]) : isAnyOf('f.position', [...new Set(wanted)]);
  return sql`select h.id as school_id, h.name as school_name, ${PERSON_COLUMNS}
            from high_school h
            left join (high_school_staff f join user_account u on u.id = f.user_id and ${positions})
              on f.high_school_id = h.id
           where ${schools}`;
}

/** The selected people have all their active schools, whatever positions the schools' staff are selected by. */
function selectedSql({ positions, schoolIds, userIds }: SelectedAudience): SqlFragment {
  const staff = staffSql(positions, isAnyOf('h.id', [...new Set(schoolIds)]));
  const people = isAnyOf('u.id', [...new Set(userIds)]);
  return sql`${staff}
           union
          select h.id as school_id, h.name as school_name, ${PERSON_COLUMNS}
            from user_account u
            left join (high_school_staff f join high_school h on h.id = f.high_school_id and h.status = 'ACTIVE')
              on f.user_id = u.id
           where ${people}`;
}

const PERSON_COLUMNS = sql`nullif(btrim(lower(u.email)), '') as email, u.first_name, u.last_name,
                u.id as user_id, null::uuid as invite_id, coalesce(u.flags @> '{DELETED}', false) as is_deleted`;

const ADMINS = sql`select null::uuid as school_id, null::text as school_name, ${PERSON_COLUMNS}
                  from user_account u where u.flags @> '{ADMIN}'`;

/** Invites to create an account. Invites of people who have an account, even a deleted one, are only to a school. */
const PENDING_USERS = sql`select null::uuid as school_id, null::text as school_name, nullif(btrim(lower(i.email)), '') as email,
                              '' as first_name, '' as last_name, null::uuid as user_id, i.id as invite_id,
                              false as is_deleted
                         from user_invite i
                        where not exists (select from user_account a where lower(a.email) = lower(i.email))`;

/** Returns the audience's condition on a school `h`, in addition to being active. */
export function schoolCondition(choice: SchoolAudience, yearId: string | null): SqlFragment {
  switch (choice.target) {
    case 'ALL_HIGH_SCHOOLS':
      return allOf([]);
    case 'HIGH_SCHOOLS_WITH_DESIGNATION':
      return hasDesignation(yearId, [sql`d.status = ${choice.status}`, ofCriteria(choice)]);
    case 'HIGH_SCHOOLS_WITHOUT_DESIGNATION':
      return sql`not ${hasDesignation(yearId, [ofCriteria(choice)])}`;
    case 'OUTSTANDING_SCHOOLS':
      return outstanding(choice.states, yearId);
  }
}

function hasDesignation(yearId: string | null, conditions: readonly SqlFragment[]): SqlFragment {
  const all = allOf([sql`d.academic_year_id = ${yearId}`, ...conditions]);
  return sql`exists (select from designation d where d.high_school_id = h.id and ${all})`;
}

function outstanding(states: readonly ReminderState[], yearId: string | null): SqlFragment {
  const state = isAnyOf(`coalesce(d.status, 'NOT_STARTED')`, [...new Set(states)]);
  return sql`h.id in (select h.id from ${outstandingSchoolsSql(yearId)} and ${state})`;
}

function ofCriteria({ criteria }: { criteria?: string | undefined }): SqlFragment {
  return criteria === undefined ? allOf([]) : sql`d.criteria = ${criteria}`;
}

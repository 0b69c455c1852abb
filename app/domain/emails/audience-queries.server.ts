import { OUTSTANDING_SCHOOLS_SQL } from '#app/domain/home/home-queries.server.ts';
import { allOf, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import type { AudienceChoice, SchoolAudience } from '#app/schemas/email-audience.ts';
import type { ReminderState } from '#app/schemas/enums.ts';

export interface AudienceOf {
  readonly choice: AudienceChoice;
  /** Id of the choice's academic year; null if none of its conditions needs one. */
  readonly yearId: string | null;
  readonly except: readonly string[];
}

const BY_NAME = 'collate "und-x-icu"';

/**
 * CTEs for a `with` clause (decisions, section 6). `judged` has one row per address, where `why` is the LeftOutReason,
 * or null for recipients. A school without staff has a row without an address.
 */
export function audienceSql({ choice, yearId, except }: AudienceOf): SqlFragment {
  const memberships = membershipsSql(choice, yearId);
  return {
    sql: `memberships as (${memberships.sql}),
      people as (
        select email, first_name, last_name, user_id, invite_id, is_deleted,
               coalesce(array_agg(school_id order by school_name ${BY_NAME}, school_id)
                          filter (where school_id is not null), '{}') as school_ids,
               coalesce(array_agg(school_name order by school_name ${BY_NAME}, school_id)
                          filter (where school_id is not null), '{}') as schools
          from memberships
         group by email, first_name, last_name, user_id, invite_id, is_deleted, case when email is null then school_id end),
      excepted as (select distinct lower(value) as email from json_array_elements_text(?::json)),
      judged as materialized (
        select people.email, first_name, last_name, user_id, invite_id, school_ids, schools,
               case when people.email is null then 'NO_ADDRESS'
                    when is_deleted then 'DELETED'
                    when bounced_address.address is not null then 'BOUNCED'
                    when excepted.email is not null then 'EXCEPTED' end as why
          from people
          left join bounced_address on bounced_address.address = people.email
          left join excepted on excepted.email = people.email)`,
    params: [...memberships.params, JSON.stringify(except)],
  };
}

/** One row per person and school, per school without staff, and per person without a school. */
function membershipsSql(choice: AudienceChoice, yearId: string | null): SqlFragment {
  if (choice.target === 'ADMINS') return { sql: ADMINS, params: [] };
  if (choice.target === 'PENDING_USERS') return { sql: PENDING_USERS, params: [] };
  const schools = allOf([{ sql: `h.status = 'ACTIVE'`, params: [] }, schoolCondition(choice, yearId)]);
  const positions =
    choice.positions.length === 0 ? allOf([]) : isAnyOf('f.position', [...new Set(choice.positions)]);
  return {
    sql: `select h.id as school_id, h.name as school_name, ${PERSON}
            from high_school h
            left join (high_school_staff f join user_account u on u.id = f.user_id and ${positions.sql})
              on f.high_school_id = h.id
           where ${schools.sql}`,
    params: [...positions.params, ...schools.params],
  };
}

const PERSON = `nullif(btrim(lower(u.email)), '') as email, u.first_name, u.last_name,
                u.id as user_id, null::uuid as invite_id, coalesce(u.flags @> '{DELETED}', false) as is_deleted`;

const ADMINS = `select null::uuid as school_id, null::text as school_name, ${PERSON}
                  from user_account u where u.flags @> '{ADMIN}'`;

/** Invites to create an account. Invites of people who have an account, even a deleted one, are only to a school. */
const PENDING_USERS = `select null::uuid as school_id, null::text as school_name, nullif(btrim(lower(i.email)), '') as email,
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
      return designated('exists', [ofYear(yearId), is('d.status', choice.status), ofCriteria(choice)]);
    case 'HIGH_SCHOOLS_WITHOUT_DESIGNATION':
      return designated('not exists', [ofYear(yearId), ofCriteria(choice)]);
    case 'OUTSTANDING_SCHOOLS':
      return outstanding(choice.states, yearId);
  }
}

function designated(quantifier: 'exists' | 'not exists', conditions: readonly SqlFragment[]): SqlFragment {
  const all = allOf(conditions);
  return {
    sql: `${quantifier} (select from designation d where d.high_school_id = h.id and ${all.sql})`,
    params: all.params,
  };
}

function outstanding(states: readonly ReminderState[], yearId: string | null): SqlFragment {
  const state = isAnyOf(`coalesce(d.status, 'NOT_STARTED')`, [...new Set(states)]);
  return {
    sql: `h.id in (select h.id from ${OUTSTANDING_SCHOOLS_SQL} and ${state.sql})`,
    params: [yearId, ...state.params],
  };
}

const is = (column: string, value: string): SqlFragment => ({ sql: `${column} = ?`, params: [value] });
const ofYear = (yearId: string | null): SqlFragment => ({ sql: 'd.academic_year_id = ?', params: [yearId] });

function ofCriteria({ criteria }: { criteria?: string | undefined }): SqlFragment {
  return criteria === undefined ? allOf([]) : is('d.criteria', criteria);
}

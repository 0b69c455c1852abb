import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, type Page, pageClause } from '#app/domain/listing.ts';
import { allOf, containsText, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import { type AwaitingDelivery, DeliveryContentsSchema } from '#app/schemas/delivery-screens.ts';
import { type DeliveryResponse, DeliveryResponseSchema, type Recipient } from '#app/schemas/email.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { type ExtendedSchool, ExtendedSchoolSchema } from '#app/schemas/email-send-screens.ts';
import { ResponseInstant } from '#app/schemas/fields.ts';
import type { Direction } from '#app/schemas/listing.ts';
import { type AudienceOf, audienceSql } from './email-queries.server.ts';
import type { AudienceYear } from './read-audience.server.ts';

interface DeliveryFilter {
  readonly id?: string | undefined;
  readonly templateId?: string | undefined;
  readonly email?: string | undefined;
}

const NO_CHOICE = {
  ...{ positions: [], criteria: null, status: null, states: null },
  ...{ schoolIds: null, userIds: null },
};
const NO_EMAILS = { queued: 0, sending: 0, sent: 0, deferred: 0, failed: 0, bounced: 0, cancelled: 0 };

/** Returns a page of deliveries with their counts, newest first by default, and the total. */
export async function selectDeliveries(
  ctx: Pick<Ctx, 'em' | 'now'>,
  {
    direction,
    limit,
    offset,
    ...wanted
  }: DeliveryFilter & Page & { readonly direction?: Direction | undefined },
): Promise<Listing<DeliveryResponse>> {
  const where = deliveriesWhere(wanted);
  const order = direction === 'asc' ? sql`asc` : sql`desc`;
  const rows = await query<{ audience: object; counts: object; year: number | null }>(ctx)`
     select d.id, json_build_object('id', d.template_id, 'name', d.template_name) as template, d.subject, d.year,
            d.audience - '{except,leftOut,highSchoolIds}'::text[] as audience,
            case when d.status = 'SENDING' and d.scheduled_at > ${ctx.now()} then 'SCHEDULED' else d.status end as status,
            d.scheduled_at as "scheduledAt", d.created_at as "createdAt", d.finished_at as "finishedAt", d.version,
            case when u.id is not null then
              json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) end as "createdBy",
            (select coalesce(json_object_agg(lower(by_state.state), by_state.emails), '{}')
               from (select m.state, count(*)::int as emails from outbox_mail m where m.delivery_id = d.id group by m.state)
                    by_state) as counts
       from email_delivery d left join user_account u on u.id = d.created_by_id
      where ${where} order by d.created_at ${order}, d.id ${order}${pageClause({ limit, offset })}`;
  const items = rows.map((row) =>
    DeliveryResponseSchema.parse({
      ...row,
      audience: { ...NO_CHOICE, ...row.audience, year: row.year },
      counts: { ...NO_EMAILS, ...row.counts },
    }),
  );
  return {
    items,
    total: limit === undefined ? null : await queryCount(ctx)`email_delivery d where ${where}`,
  };
}

function deliveriesWhere({ id, templateId, email }: DeliveryFilter): SqlFragment {
  return allOf([
    ...(id === undefined ? [] : [sql`d.id = ${id}`]),
    ...(templateId === undefined ? [] : [sql`d.template_id = ${templateId}`]),
    ...(email === undefined
      ? []
      : [
          sql`d.id in (select m.delivery_id from outbox_mail m where ${containsText('m.to_address', email)})`,
        ]),
  ]);
}

/** Returns the deliveries that wait for approval, oldest first. */
export async function selectAwaitingDeliveries(ctx: Connection): Promise<AwaitingDelivery[]> {
  return query<AwaitingDelivery>(ctx)`
     select d.id, d.template_name as name,
            (select count(*)::int from outbox_mail m where m.delivery_id = d.id) as recipients
       from email_delivery d where d.status = 'AWAITING_APPROVAL' order by d.created_at, d.id`;
}

/** `dueAt` is null if the delivery isn't a reminder, `rule` if it was removed. */
const StoredContentsSchema = z.object({
  deselected: DeliveryContentsSchema.shape.deselected,
  /** Number of people by reason. */
  leftOut: z.record(z.string(), z.number()).nullable(),
  dueAt: ResponseInstant.nullable(),
  rule: DeliveryContentsSchema.shape.reminder.unwrap().shape.rule,
  schools: z.array(z.string()).nullable(),
});
type StoredContents = z.output<typeof StoredContentsSchema>;

/** Returns who was left out, the rule, and the reminded schools by name. Null if there is no such delivery. */
export async function findDeliveryContents(ctx: Connection, id: string): Promise<StoredContents | null> {
  const row = await queryFirst<object>(ctx)`
     select d.audience->'except' as deselected, d.audience->'leftOut' as "leftOut", d.audience->>'dueAt' as "dueAt",
            case when r.id is not null then
              json_build_object('id', r.id, 'daysBefore', r.days_before, 'states', r.states) end as rule,
            (select array_agg(h.name order by h.name collate "und-x-icu", h.id)
               from sent_reminder s join high_school h on h.id = s.high_school_id where s.delivery_id = d.id) as schools
       from email_delivery d left join reminder_rule r on r.id = d.rule_id
      where d.id = ${id}`;
  return row && StoredContentsSchema.parse(row);
}

/** Returns the lowercase addresses of people in the audience whom a delivery reached, or still may reach. */
export async function listAddressesReached(
  ctx: Connection,
  { choice, year, deliveryId }: { choice: AudienceChoice; year: AudienceYear | null; deliveryId: string },
): Promise<string[]> {
  const rows = await query<Pick<Recipient, 'email'>>(ctx)`
     with ${audienceSql({ choice, yearId: year?.id ?? null, except: [] })}
     select email from judged
      where why is null
        and exists (
          select from outbox_mail m
           where m.delivery_id = ${deliveryId} and m.state not in ('FAILED', 'BOUNCED', 'CANCELLED')
             and (m.to_address = judged.email or m.user_id = judged.user_id))
      order by email`;
  return rows.map(({ email }) => email);
}

/** Returns the audience's schools with an extension that hasn't passed, by name. */
export async function listExtendedSchools(
  ctx: Pick<Ctx, 'em' | 'now'>,
  { choice, year }: { choice: AudienceChoice; year: AudienceYear },
): Promise<ExtendedSchool[]> {
  const rows = await query<object>(ctx)`
     with ${audienceSql({ choice, yearId: year.id, except: [] })}
     select h.name, x.due_at as "dueAt"
       from deadline_extension x join high_school h on h.id = x.high_school_id
      where x.academic_year_id = ${year.id} and x.due_at > ${ctx.now()}
        and x.high_school_id in (select unnest(school_ids) from judged where why is null)
      order by h.name collate "und-x-icu", h.id`;
  return ExtendedSchoolSchema.array().parse(rows);
}

const DESELECTED = sql`
  select coalesce(jsonb_agg(jsonb_build_object('email', email, 'firstName', first_name, 'lastName', last_name)
                            order by last_name, first_name, email), '[]')
    from judged where why = 'EXCEPTED'`;

/** People left out, counted by reason like on the send screen. */
const SKIPPED_COUNTS = sql`
  select coalesce(jsonb_object_agg(why, people), '{}') from (
    select why, count(*)::int as people from (
      select why from judged where why is not null
       union all
      select 'TWICE' from judged where why is null and cardinality(schools) > 1) every
     group by why) by_reason`;

const KIND = 'delivery';

/** Adds an outbox row per recipient and stores on the delivery who was left out. Returns the number of rows. */
export async function insertRecipients(
  ctx: Pick<Ctx, 'em' | 'now' | 'settings'>,
  asked: AudienceOf,
  { deliveryId, dueAt }: { readonly deliveryId: string; readonly dueAt: Date },
): Promise<number> {
  const host = new URL(ctx.settings.appUrl).hostname;
  const { written } = await queryOne<{ written: number }>(ctx)`
     with ${audienceSql(asked)},
     chosen as materialized (select gen_random_uuid() as mail_id, judged.* from judged where why is null),
     written as (
       insert into outbox_mail (id, kind, delivery_id, high_school_ids, user_id, invite_id, to_address, merge_values,
                                message_id, next_attempt_at, created_at)
       select mail_id, ${KIND}, ${deliveryId}, school_ids, user_id, invite_id, email,
              jsonb_build_object('firstName', first_name, 'lastName', last_name, 'schools', schools),
              '<' || mail_id || '@' || ${host} || '>', ${dueAt}, ${ctx.now()}
         from chosen
       returning 1),
     noted as (
       update email_delivery
          set audience = audience || jsonb_build_object('except', (${DESELECTED}), 'leftOut', (${SKIPPED_COUNTS}))
        where id = ${deliveryId})
     select count(*)::int as written from written`;
  return written;
}

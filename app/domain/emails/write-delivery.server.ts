import type { Ctx } from '#app/domain/ctx.server.ts';
import { actorId } from '#app/policy/actor.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { audienceSql } from './audience-sql.ts';
import type { AudienceYear } from './audience-year.server.ts';
import type { TemplateForSending } from './template-for-sending.server.ts';

export interface NewDelivery {
  readonly id: string;
  readonly template: TemplateForSending;
  readonly choice: AudienceChoice;
  readonly year: AudienceYear | null;
  readonly except: readonly string[];
  /** At once where it is null. */
  readonly scheduledAt: Date | null;
  readonly fingerprint: string;
}

/** What the outbox's rows of deliveries are called in the log. */
const KIND = 'delivery';

/** Who of the audience was not ticked, by name. */
const UNTICKED = `
  select coalesce(jsonb_agg(jsonb_build_object('email', email, 'firstName', first_name, 'lastName', last_name)
                            order by last_name, first_name, email), '[]')
    from judged where why = 'EXCEPTED'`;

/** How many are left out for which reason, counted as the screen that sends counts them. */
const LEFT_OUT_COUNTS = `
  select coalesce(jsonb_object_agg(why, people), '{}') from (
    select why, count(*)::int as people from (
      select why from judged where why is not null
       union all
      select 'TWICE' from judged where why is null and cardinality(schools) > 1) every
     group by why) by_reason`;

/**
 * Writes a delivery, with who is left out of it, and a row of the outbox for each recipient, in the caller's transaction: two statements, however many they are.
 * Answers how many.
 */
export async function writeDelivery(tx: Ctx, delivery: NewDelivery): Promise<number> {
  const { id, template, choice, year, scheduledAt, fingerprint } = delivery;
  const now = tx.now();
  await tx.em.execute(
    `insert into email_delivery (id, template_id, template_name, subject, body, rich_text, year, audience, fingerprint,
                                 status, scheduled_at, created_by_id, created_at, version)
     values (?, ?, ?, ?, ?, ?, ?, ?::json, ?, 'SENDING', ?, ?, ?, 1)`,
    [
      ...[id, template.id, template.name, template.subject, template.body, template.richText],
      ...[year?.year ?? null, JSON.stringify(choice), fingerprint, scheduledAt, actorId(tx.actor), now],
    ],
  );
  tx.mailer.wakeOutbox();
  return writeRecipients(tx, delivery, scheduledAt ?? now);
}

async function writeRecipients(tx: Ctx, delivery: NewDelivery, dueAt: Date): Promise<number> {
  const { id, choice, year, except } = delivery;
  const audience = audienceSql({ choice, yearId: year?.id ?? null, except });
  const [row] = await tx.em.execute<{ written: number }[]>(
    `with ${audience.sql},
     chosen as materialized (select gen_random_uuid() as mail_id, judged.* from judged where why is null),
     written as (
       insert into outbox_mail (id, kind, delivery_id, high_school_ids, user_id, invite_id, to_address, merge_values,
                                message_id, next_attempt_at, created_at)
       select mail_id, ?, ?, school_ids, user_id, invite_id, email,
              jsonb_build_object('firstName', first_name, 'lastName', last_name, 'schools', schools),
              '<' || mail_id || '@' || ? || '>', ?, ?
         from chosen
       returning 1),
     noted as (
       update email_delivery
          set audience = audience || jsonb_build_object('except', (${UNTICKED}), 'leftOut', (${LEFT_OUT_COUNTS}))
        where id = ?)
     select count(*)::int as written from written`,
    [...audience.params, KIND, id, new URL(tx.settings.appUrl).hostname, dueAt, tx.now(), id],
  );
  return row?.written ?? 0;
}

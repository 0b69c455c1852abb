import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { ExtendedSchool } from '#app/schemas/email-sending-screens.ts';
import { audienceSql } from './audience-sql.ts';
import type { AudienceYear } from './audience-year.server.ts';

/** Lets one sending with this fingerprint at a time go on, until the transaction ends. */
export async function lockSendings(tx: Ctx, fingerprint: string): Promise<void> {
  await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('send ' || ?, 0))`, [fingerprint]);
}

/** The addresses, in lower case, of an audience's people to whom a delivery went, or still goes. */
export async function listAddressesReached(
  ctx: Ctx,
  { choice, year, deliveryId }: { choice: AudienceChoice; year: AudienceYear | null; deliveryId: string },
): Promise<string[]> {
  const audience = audienceSql({ choice, yearId: year?.id ?? null, except: [] });
  const rows = await ctx.em.execute<{ email: string }[]>(
    `with ${audience.sql}
     select email from judged
      where why is null
        and exists (
          select from outbox_mail m
           where m.delivery_id = ? and m.state not in ('FAILED', 'BOUNCED', 'CANCELLED')
             and (m.to_address = judged.email or m.user_id = judged.user_id))
      order by email`,
    [...audience.params, deliveryId],
  );
  return rows.map(({ email }) => email);
}

/** Those among an audience's schools that have an extension in its year which has not passed, by name. */
export async function listExtendedSchools(
  ctx: Ctx,
  { choice, year }: { choice: AudienceChoice; year: AudienceYear },
): Promise<ExtendedSchool[]> {
  const audience = audienceSql({ choice, yearId: year.id, except: [] });
  const rows = await ctx.em.execute<{ name: string; due_at: string }[]>(
    `with ${audience.sql}
     select h.name, x.due_at
       from deadline_extension x join high_school h on h.id = x.high_school_id
      where x.academic_year_id = ? and x.due_at > ?
        and x.high_school_id in (select unnest(school_ids) from judged where why is null)
      order by h.name collate "und-x-icu", h.id`,
    [...audience.params, year.id, ctx.now()],
  );
  return rows.map(({ name, due_at: dueAt }) => ({ name, dueAt: toIso(dueAt) }));
}

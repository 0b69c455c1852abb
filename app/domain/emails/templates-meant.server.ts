import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';

/** A template with what a person may call it by. */
export interface MeantTemplate {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
}

/** As many as can be told apart at a glance. */
const CANDIDATES_MAX = 20;

/**
 * The email templates that a reference means: the one of this id, else those of this name, without regard to case. For administrators.
 * Several may share a name; who asked has to choose.
 */
export async function templatesMeant(ctx: Ctx, reference: string): Promise<MeantTemplate[]> {
  authorize(ctx.actor, 'email.manage');
  const text = reference.trim();
  return ctx.em.execute<MeantTemplate[]>(
    `with meant as (
       select id, name, subject, case when id::text = lower(?) then 1 else 2 end as rank
         from email_template where id::text = lower(?) or lower(name) = lower(?))
     select id, name, subject from meant where rank = (select min(rank) from meant)
      order by subject collate "und-x-icu", id limit ${CANDIDATES_MAX}`,
    [text, text, text],
  );
}

import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';

/** A school with what a person may call it by. */
export interface MeantSchool {
  readonly id: string;
  readonly name: string;
  readonly bannerCode: string;
}

/** As many as can be told apart at a glance. */
const CANDIDATES_MAX = 20;

/**
 * The schools that a reference means: the one of this id, else those of this banner code, else those of this name, without regard to
 * case. For administrators. Several share a name, or even a code; who asked has to choose.
 */
export async function schoolsMeant(ctx: Ctx, reference: string): Promise<MeantSchool[]> {
  authorize(ctx.actor, 'highSchool.readRemarks');
  const text = reference.trim();
  return ctx.em.execute<MeantSchool[]>(
    `with meant as (
       select hs.id, hs.name, hs.banner_code,
              case when hs.id::text = lower(?) then 1 when lower(hs.banner_code) = lower(?) then 2 else 3 end as rank
         from high_school hs
        where hs.id::text = lower(?) or (hs.banner_code <> '' and lower(hs.banner_code) = lower(?)) or lower(hs.name) = lower(?))
     select id, name, banner_code as "bannerCode" from meant where rank = (select min(rank) from meant)
      order by name collate "und-x-icu", id limit ${CANDIDATES_MAX}`,
    [text, text, text, text, text],
  );
}

import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type MeantSchool, readSchoolsMeant } from './high-school-queries.server.ts';

/** As many as can be told apart at a glance. */
const CANDIDATES_MAX = 20;

/**
 * The schools that a reference means: the one of this id, else those of this banner code, else those of this name, without regard to
 * case. For administrators. Several share a name, or even a code; who asked has to choose.
 */
export async function schoolsMeant(ctx: Ctx, reference: string): Promise<MeantSchool[]> {
  authorize(ctx.actor, 'highSchool.readRemarks');
  return readSchoolsMeant(ctx, reference.trim(), CANDIDATES_MAX);
}

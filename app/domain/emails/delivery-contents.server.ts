import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryContents } from '#app/schemas/delivery-screens.ts';
import { LEFT_OUT_REASONS } from '#app/schemas/enums.ts';
import { findDeliveryContents } from './delivery-queries.server.ts';

/**
 * Whom a delivery leaves out, and of a reminder its rule and the schools that it reminds. For administrators.
 *
 * @throws {NotFound} for an unknown delivery
 */
export async function getDeliveryContents(ctx: Ctx, id: string): Promise<DeliveryContents> {
  authorize(ctx.actor, 'email.manage');
  const contents = await findDeliveryContents(ctx, id);
  if (contents === null) throw new NotFound();
  const { unticked, leftOut, dueAt, rule, schools } = contents;
  return {
    unticked,
    leftOut:
      leftOut &&
      LEFT_OUT_REASONS.map((why) => ({ why, people: leftOut[why] ?? 0 })).filter(({ people }) => people > 0),
    reminder: dueAt === null ? null : { dueAt, rule, schools: schools ?? [] },
  };
}

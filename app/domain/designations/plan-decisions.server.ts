import { BULK_DECISIONS_MAX, NAMED_MAX } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { DesignationOrder } from './designation-order.ts';
import {
  countByStatus,
  designationsWhere,
  readExpectedDesignations,
  withIds,
} from './designation-list-queries.server.ts';
import { incompleteDesignations } from './incomplete-designations.server.ts';
import { countDecisionEmails } from './designation-queries.server.ts';
import { DECIDABLE_STATUS } from './skipped-designations.server.ts';
import { readNoticeText } from '#app/domain/notices/queue-notices.server.ts';
import { matchedDesignations } from '#app/domain/students/student-match-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';
import type {
  BulkStatus,
  DecisionPlan,
  NamedDesignation,
  ExpectedDesignation,
  Warned,
} from '#app/schemas/designation-bulk.ts';

/** The selected rows as displayed, their current versions, or all matches of the list's filter, in order. */
export type DecisionScope =
  | { readonly expected: readonly ExpectedDesignation[] }
  | { readonly ids: readonly string[] }
  | { readonly filter: DesignationFilter; readonly order: DesignationOrder };

/**
 * Previews which selected designations a new status would change and which it would skip: only PENDING ones
 * that haven't changed since they were displayed would change. At most `max`, in order; null means all.
 */
export async function planDecisions(
  ctx: Ctx,
  {
    status,
    scope,
    max = BULK_DECISIONS_MAX,
  }: { status: BulkStatus; scope: DecisionScope; max?: number | null },
): Promise<DecisionPlan> {
  authorize(ctx.actor, 'designation.decideMany');
  const [where, order] =
    'filter' in scope
      ? [designationsWhere(ctx, scope.filter), scope.order]
      : [withIds('ids' in scope ? scope.ids : scope.expected.map(({ id }) => id)), {}];
  const counted = await countByStatus(ctx, where, order);
  const waiting = await readExpectedDesignations(ctx, where, { status: DECIDABLE_STATUS, order, max });
  const expected =
    'expected' in scope ? new Map(scope.expected.map(({ id, version }) => [id, version])) : null;
  const [changing, changed] = divide(
    waiting,
    ({ id, version }) => expected === null || expected.get(id) === version,
  );
  const ids = changing.map(({ id }) => id);
  const incomplete = await incompleteDesignations(ctx, ids);
  const matched = await matchedDesignations(ctx, ids);
  const matching = counted.find(({ reason }) => reason === DECIDABLE_STATUS)?.count ?? 0;
  return {
    status,
    designations: changing,
    waiting: matching > waiting.length ? matching : null,
    skipped: [
      ...counted.filter(({ reason }) => reason !== DECIDABLE_STATUS),
      ...(changed.length > 0 ? [{ reason: 'CHANGED' as const, ...firstOf(changed) }] : []),
    ],
    incomplete: warnedOf(changing.filter(({ id }) => incomplete.has(id))),
    matched: warnedOf(changing.filter(({ id }) => matched.has(id))),
    emails: await countEmails(ctx, status, ids),
  };
}

/** Counts the people who would be emailed, and their schools, without bounced addresses. */
async function countEmails(
  ctx: Ctx,
  status: BulkStatus,
  ids: readonly string[],
): Promise<DecisionPlan['emails']> {
  const noEmails = { people: 0, schools: 0, bounced: 0 };
  if ((await readNoticeText(ctx, `DESIGNATION_${status}`)) === null) return { ...noEmails, isOff: true };
  if (ids.length === 0) return { ...noEmails, isOff: false };
  return { ...(await countDecisionEmails(ctx, ids)), isOff: false };
}

function divide<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function warnedOf(rows: readonly NamedDesignation[]): Warned {
  return { ...firstOf(rows), ids: rows.map(({ id }) => id) };
}

function firstOf(rows: readonly NamedDesignation[]) {
  return {
    count: rows.length,
    named: rows.slice(0, NAMED_MAX).map(({ id, name, year }) => ({ id, name, year })),
  };
}

import { BULK_DECISIONS_MAX } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationOrder, designationOrder } from '#app/domain/designations/designation-order.ts';
import { designationsWhere } from '#app/domain/designations/designations-where.ts';
import { incompleteDesignations } from '#app/domain/designations/incomplete-designations.server.ts';
import { countByStatus, NAMED_MAX, WAITING } from '#app/domain/designations/staying-designations.server.ts';
import { isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';
import type {
  BulkStatus,
  DecisionPlan,
  NamedDesignation,
  SeenDesignation,
} from '#app/schemas/designation-bulk.ts';

/** What is chosen of the list: rows as they were shown, or all that its filter matches, in its order. */
export type DecisionScope =
  | { readonly seen: readonly SeenDesignation[] }
  | { readonly filter: DesignationFilter; readonly order: DesignationOrder };

interface WaitingRow extends NamedDesignation {
  version: number;
}

/**
 * What giving the chosen designations a status would change and what it would leave alone, changing nothing: only what is
 * PENDING, and was not changed since it was shown, will change. At most `BULK_DECISIONS_MAX`, the first of the order.
 */
export async function planDecisions(
  ctx: Ctx,
  { status, scope }: { status: BulkStatus; scope: DecisionScope },
): Promise<DecisionPlan> {
  authorize(ctx.actor, 'designation.decideMany');
  const [where, order] =
    'seen' in scope
      ? [
          isAnyOf(
            'd.id',
            scope.seen.map(({ id }) => id),
          ),
          {},
        ]
      : [designationsWhere(ctx, scope.filter), scope.order];
  const counted = await countByStatus(ctx, where, order);
  const waiting = await readWaiting(ctx, where, order);
  const seen = 'seen' in scope ? new Map(scope.seen.map(({ id, version }) => [id, version])) : null;
  const [changing, changed] = divide(waiting, ({ id, version }) => seen === null || seen.get(id) === version);
  const incomplete = await incompleteDesignations(
    ctx,
    changing.map(({ id }) => id),
  );
  const matching = counted.find(({ reason }) => reason === WAITING)?.count ?? 0;
  return {
    status,
    designations: changing.map(({ id, version }) => `${id}.${version}`),
    waiting: matching > waiting.length ? matching : null,
    staying: [
      ...counted.filter(({ reason }) => reason !== WAITING),
      ...(changed.length > 0 ? [{ reason: 'CHANGED' as const, ...firstOf(changed) }] : []),
    ],
    incomplete: firstOf(changing.filter(({ id }) => incomplete.has(id))),
    mails: await countMails(
      ctx,
      changing.map(({ id }) => id),
    ),
  };
}

function readWaiting(ctx: Ctx, where: SqlFragment, order: DesignationOrder): Promise<WaitingRow[]> {
  return ctx.em.execute<WaitingRow[]>(
    `select d.id, d.version, h.name, y.year from designation d
       join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
      where d.status = ? and ${where.sql}
      order by ${designationOrder(order)} limit ?`,
    [WAITING, ...where.params, BULK_DECISIONS_MAX],
  );
}

/** The people who would be told, and the schools where they are. */
async function countMails(ctx: Ctx, ids: readonly string[]): Promise<DecisionPlan['mails']> {
  if (ids.length === 0) return { people: 0, schools: 0 };
  const [row] = await ctx.em.execute<DecisionPlan['mails'][]>(
    `select count(distinct a.id)::int as people, count(distinct t.high_school_id)::int as schools
       from high_school_staff t join user_account a on a.id = t.user_id
      where not 'DELETED' = any(a.flags)
        and t.high_school_id in (select d.high_school_id from designation d where d.id in (?))`,
    [ids],
  );
  return row ?? { people: 0, schools: 0 };
}

function divide<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function firstOf(rows: readonly NamedDesignation[]) {
  return {
    count: rows.length,
    named: rows.slice(0, NAMED_MAX).map(({ id, name, year }) => ({ id, name, year })),
  };
}

import type { Ctx } from './ctx.server.ts';
import { sql } from './sql-fragment.ts';

/** A connection to the database, such as the one of a Ctx. */
export type Connection = Pick<Ctx, 'em'>;

type SqlTag<Result> = (texts: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Result>;

/** Runs the SQL of a template like `sql`, and returns its rows: query<Row>(ctx)`select … where d.id = ${id}`. */
export function query<Row extends object>({ em }: Connection): SqlTag<Row[]> {
  return (texts, ...values) => {
    const statement = sql(texts, ...values);
    return em.execute<Row[]>(statement.sql, [...statement.params]);
  };
}

/** Like `query`, for the first row; null if there is none. */
export function queryFirst<Row extends object>(ctx: Connection): SqlTag<Row | null> {
  return async (texts, ...values) => (await query<Row>(ctx)(texts, ...values))[0] ?? null;
}

/**
 * Like `query`, for a statement that always returns one row.
 * @throws {Error} when it returned none
 */
export function queryOne<Row extends object>(ctx: Connection): SqlTag<Row> {
  return async (texts, ...values) => {
    const row = await queryFirst<Row>(ctx)(texts, ...values);
    if (row === null) throw new Error('The query returned no rows.');
    return row;
  };
}

/** Counts the rows of tables that meet a condition: queryCount(ctx)`designation d where ${condition}`. */
export function queryCount(ctx: Connection): SqlTag<number> {
  return async (texts, ...values) => {
    const from = sql(texts, ...values);
    const { total } = await queryOne<{ total: number }>(ctx)`select count(*)::int as total from ${from}`;
    return total;
  };
}

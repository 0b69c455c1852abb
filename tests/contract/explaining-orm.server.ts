import type { EntityManager } from '@mikro-orm/postgresql';
import { vi } from 'vitest';
import { openOrm, type Orm } from '#db/orm.server.ts';

/** An ORM that runs `explain` for each statement before running the statement. */
export interface ExplainingOrm {
  readonly orm: Orm;
  /** Runs `work` and returns the statements that were planned. */
  plannedBy(work: () => Promise<unknown>): Promise<string[]>;
  /** Runs `work` in a transaction that is rolled back. The ORM can't leave the transaction meanwhile. */
  inVain<Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result>;
}

export async function openExplainingOrm(databaseUrl: string): Promise<ExplainingOrm> {
  const orm = await openOrm(databaseUrl);
  const connection = orm.em.getConnection();
  type Execute = typeof connection.execute;
  type Given = Parameters<Execute>;
  const execute: Execute = connection.execute.bind(connection);
  let planned: string[] = [];

  const explain = async ([statement, given, , ctx]: Given) => {
    const { sql, params } = plain(statement, given);
    const query = plannedPart(sql);
    if (query === null) return;
    planned.push(query);
    await execute(`explain ${query}`, params, 'all', ctx);
  };
  connection.execute = async <T extends Awaited<ReturnType<Execute>>>(...given: Given) => {
    await explain(given);
    return execute<T>(...given);
  };

  return {
    orm,
    plannedBy: async (work) => {
      planned = [];
      await work();
      return planned;
    },
    inVain: async (work) => {
      const em = orm.em.fork();
      await em.begin();
      const undo = keepWithin(orm, em, (sql, params) => explain([sql, params, 'all', contextOf(em)]));
      try {
        return await work(em);
      } finally {
        undo();
        await em.rollback();
      }
    },
  };
}

type Statement = Parameters<ReturnType<Orm['em']['getConnection']>['execute']>[0];

function plain(statement: Statement, params: unknown[] = []): { sql: string; params: unknown[] } {
  if (typeof statement === 'string') return { sql: statement, params };
  const { sql, bindings } = statement.toSQL() as { sql: string; bindings?: readonly unknown[] };
  return { sql, params: [...(bindings ?? [])] };
}

/** The statement to explain: for a cursor, its query. Null for locks, settings, and statements without a plan. */
function plannedPart(sql: string): string | null {
  const query = sql.replace(/^\s*declare \w+ (?:no scroll )?cursor for /i, '');
  if (/^\s*select (?:pg_(?:try_)?advisory_xact_lock|set_config)\(/i.test(query)) return null;
  return /^\s*(?:select|with|insert|update|delete)\b/i.test(query) ? query : null;
}

/** Binds the ORM to the transaction for outbox queries. Explains prepared statements, which bypass its connection. */
function keepWithin(
  orm: Orm,
  em: EntityManager,
  explain: (sql: string, params: unknown[]) => Promise<void>,
): () => void {
  const raw = (sql: string, params: unknown[]) => ({
    options: async (options: Readonly<Record<string, unknown>>) => {
      await explain(sql, params);
      const result: unknown = await contextOf(em)
        .raw(sql, params as never)
        .options(options);
      return result;
    },
  });
  const fork = vi.spyOn(orm.em, 'fork').mockReturnValue(em);
  const getKnex = vi.spyOn(orm.em, 'getKnex').mockReturnValue({ raw } as never);
  return () => {
    fork.mockRestore();
    getKnex.mockRestore();
  };
}

function contextOf(em: EntityManager) {
  const ctx = em.getTransactionContext<ReturnType<EntityManager['getKnex']>>();
  if (ctx === undefined) throw new Error('No transaction was begun.');
  return ctx;
}

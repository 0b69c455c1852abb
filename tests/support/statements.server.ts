import { openOrm, type Orm } from '#db/orm.server.ts';
import type { TestDatabase } from '#tests/support/database.server.ts';

/** An ORM that counts its statements, including begin and commit. */
export interface CountingOrm {
  readonly orm: Orm;
  count(work: () => Promise<unknown>): Promise<number>;
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
}

/** @param database its URL, or the database whose ORM the tests share */
export async function openCountingOrm(database: string | TestDatabase): Promise<CountingOrm> {
  let statements: string[] = [];
  const options = { onStatement: (statement: string) => statements.push(statement) };
  const orm =
    typeof database === 'string' ? await openOrm(database, options) : await database.openOrm(options);
  const statementsOf = async (work: () => Promise<unknown>) => {
    statements = [];
    await work();
    return statements;
  };
  return { orm, statementsOf, count: async (work) => (await statementsOf(work)).length };
}

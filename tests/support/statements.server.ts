import { openOrm, type Orm } from '#db/orm.server.ts';

/** An ORM that counts its statements, including begin and commit. */
export interface CountingOrm {
  readonly orm: Orm;
  count(work: () => Promise<unknown>): Promise<number>;
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
}

export async function openCountingOrm(databaseUrl: string): Promise<CountingOrm> {
  let statements: string[] = [];
  const orm = await openOrm(databaseUrl, { onStatement: (statement) => statements.push(statement) });
  const statementsOf = async (work: () => Promise<unknown>) => {
    statements = [];
    await work();
    return statements;
  };
  return { orm, statementsOf, count: async (work) => (await statementsOf(work)).length };
}

import { openOrm, type Orm } from '#db/orm.server.ts';

/** An ORM that counts its statements, those of transactions (begin, commit) included. */
export interface CountingOrm {
  readonly orm: Orm;
  /** Runs `work` and answers how many statements it sent. */
  count(work: () => Promise<unknown>): Promise<number>;
  /** Runs `work` and answers the statements it sent, in order. */
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

import { PostgreSqlKnexDialect } from '@mikro-orm/postgresql';
import { isRecord } from '#app/lib/records.ts';
import { type ConnectionError, markConnectionError } from './connection-errors.ts';
import { limitedWork, limitStatements, type WorkKind } from './work-limits.server.ts';

/** The parts of knex and its driver that are used or overridden here. Their own types don't include them. */
interface Connection {
  __knex__disposed?: unknown;
  readonly connection: { readonly stream: { destroy(): void } };
}
interface Statement {
  readonly sql: string;
}
interface Transaction {
  begin(connection: Connection): Promise<unknown>;
  query(connection: Connection, sql: string): Promise<unknown>;
  isCompleted(): boolean;
}

/** A knex dialect, which MikroORM types as any. */
interface Knex {
  readonly config: { readonly sessionWork?: WorkKind };
  readonly pool: { numPendingCreates(): number };
  acquireRawConnection(): Promise<Connection>;
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  transaction(container: unknown, config: unknown, outer: Transaction | null): Transaction;
  _query(connection: Connection, statement: Statement): Promise<unknown>;
}

/** Returns whether the dialect is knex's, because a later version of MikroORM may not use knex. */
function isDialectOfKnex(dialect: unknown): dialect is new (config: object) => Knex {
  if (typeof dialect !== 'function') return false;
  const replaced = ['acquireRawConnection', 'acquireConnection', 'transaction', '_query'];
  const prototype: unknown = dialect.prototype;
  return isRecord(prototype) && replaced.every((method) => typeof prototype[method] === 'function');
}

const Dialect: unknown = PostgreSqlKnexDialect;
if (!isDialectOfKnex(Dialect)) throw new Error("MikroORM's dialect no longer extends knex's dialect.");

const COMMIT = /^commit\b/i;

/** Compiling our longest queries takes longer than running them. */
const NO_JIT = 'set session jit = off';

/**
 * Destroys connections over their limits (`withinLimits`), because a late response could arrive at any time. Errors
 * describe their connection (`connectionErrorOf`).
 */
export class LimitedDialect extends Dialect {
  override async acquireRawConnection(): Promise<Connection> {
    const connection = await super.acquireRawConnection();
    const { sessionWork } = this.config;
    const limits = sessionWork === undefined ? '' : `; ${limitStatements(sessionWork, 'session')}`;
    await super._query(connection, { sql: `${NO_JIT}${limits}` });
    return connection;
  }

  override async acquireConnection(): Promise<Connection> {
    const acquiring = super.acquireConnection();
    try {
      return await waitFor(acquiring, () => {
        acquiring.then(
          (tooLate) => super.releaseConnection(tooLate),
          () => undefined,
        );
        return { loss: this.pool.numPendingCreates() > 0 ? 'NO_RESPONSE' : 'POOL_IN_USE', mayBeSaved: false };
      });
    } catch (error) {
      throw markConnectionError(error, { loss: 'LOST', mayBeSaved: false });
    }
  }

  override async _query(connection: Connection, statement: Statement): Promise<unknown> {
    const mayBeSaved = COMMIT.test(statement.sql);
    try {
      return await waitFor(super._query(connection, statement), () => {
        destroy(connection);
        return { loss: 'NO_RESPONSE', mayBeSaved };
      });
    } catch (error) {
      throw markConnectionError(error, { loss: 'LOST', mayBeSaved });
    }
  }

  override transaction(container: unknown, config: unknown, outer: Transaction | null): Transaction {
    const transaction = super.transaction(container, config, outer);
    if (outer === null) beginWithLimits(transaction, this.config.sessionWork);
    return transaction;
  }
}

/** Sets the limits in the transaction if they differ from the session's. */
function beginWithLimits(transaction: Transaction, sessionWork: WorkKind | undefined): void {
  const begin = transaction.begin.bind(transaction);
  transaction.begin = async (connection) => {
    await begin(connection);
    const kind = limitedWork()?.kind ?? sessionWork;
    if (kind !== undefined && kind !== sessionWork && !transaction.isCompleted()) {
      await transaction.query(connection, limitStatements(kind, 'local'));
    }
    // knex would return a transaction whose BEGIN failed, and its first statement would fail without a cause.
    if (transaction.isCompleted()) throw new Error("The transaction couldn't be started.");
  };
}

async function waitFor<Result>(doing: Promise<Result>, late: () => ConnectionError): Promise<Result> {
  const work = limitedWork();
  if (work === undefined) return doing;
  return work.waitFor(doing, () => Object.assign(new Error("The database didn't respond in time."), late()));
}

function destroy(connection: Connection): void {
  connection.__knex__disposed = 'It kept its caller waiting.';
  connection.connection.stream.destroy();
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';

/** Runs each statement in one session of `psql`. Returns the milliseconds that its `\timing` shows for each. */
export async function timedWithPsql(databaseUrl: string, statements: readonly string[]): Promise<number[]> {
  const psql = spawn('psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(psql, 'exit').catch((error: unknown) => {
    throw new Error("The reference is psql: install PostgreSQL's client programs.", { cause: error });
  });
  psql.stdin.end(`\\timing on\n\\pset pager off\n${statements.map((sql) => `${sql};\n`).join('')}`);
  const [printed, [code]] = await Promise.all([text(psql.stdout), exit as Promise<[number | null]>]);
  const times = Array.from(printed.matchAll(/^Time: ([\d.]+) ms/gm), ([, ms]) => Number(ms));
  if (code !== 0 || times.length !== statements.length) throw new Error(`psql ended with ${code}.`);
  return times;
}

/** Returns the statement with its values as literals. */
export function withLiterals({ sql, params }: SqlFragment): string {
  const left = [...params];
  return sql.replaceAll('?', () => [left.shift()].flat().map(literal).join(', '));
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError('Only texts and numbers have literals here.');
}

import { queryRows } from '#tests/support/database-admin.server.ts';

/** The process ids of a local PostgreSQL: the postmaster first, then the processes in pg_stat_activity. */
export async function postgresProcesses(databaseUrl: string): Promise<number[]> {
  const [listening] = await queryRows<{ file: string }>(
    databaseUrl,
    `select pg_read_file('postmaster.pid') as file`,
  );
  const others = await queryRows<{ pid: number }>(databaseUrl, 'select pid from pg_stat_activity');
  return [Number(listening?.file.split('\n', 1)[0]), ...others.map(({ pid }) => pid)];
}

/** Sends a signal to all of them, and ignores those that have ended. */
export function signalAll(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

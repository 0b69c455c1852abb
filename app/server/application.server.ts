import type { Settings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { connectionErrorOf } from '#db/connection-errors.ts';
import { counted } from '#app/lib/text/counted.ts';
import { migrationState } from '#db/migrate.server.ts';
import { newerSchemaSentence } from '#db/migrations/compared-migrations.ts';
import { openOrm } from '#db/orm.server.ts';
import { withinLimits, WORK_LIMITS } from '#db/work-limits.server.ts';
import { openDatabaseClock } from './database-clock.server.ts';
import type { ApplicationParts } from './load-context.server.ts';

/** What a server process holds for its whole life. */
export interface Application extends ApplicationParts {
  /** Whether it can serve: the database answers within 2 s and has every migration. */
  isReady(): Promise<Readiness>;
  /** Answers a request: what it waits for the database is limited. */
  answerInTime<Result>(answer: () => Promise<Result>): Promise<Result>;
  /** From now on it is not ready: no new requests should be sent here. Those that come are served. */
  announceEnd(): void;
  /** Lets the email under way end, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** `reason` and `warning` are sentences for an operator. */
export type Readiness =
  { readonly ready: true; readonly warning?: string } | { readonly ready: false; readonly reason: string };

const SILENT = `The database didn’t respond within ${WORK_LIMITS.readiness.totalMs / 1000} s.`;

/**
 * Opens the application without waiting for anything outside: database and mail server are reached when first needed,
 * so that it starts, and says what it lacks, while either is away.
 */
export async function openApplication(settings: Settings): Promise<Application> {
  const log = createLog(settings.logLevel);
  const orm = await openOrm(settings.databaseUrl, { sessionWork: 'request' });
  const clock = openDatabaseClock(orm, log);
  const { now } = clock;
  const mail = openMailSystem({ settings, orm, log, now, ready: clock.compared });
  let isEnding = false;
  let closing: Promise<void> | undefined;
  const parts = { settings, orm, log, now, mailer: mail.mailer };
  return {
    ...parts,
    isReady: () =>
      isEnding
        ? Promise.resolve({ ready: false, reason: 'The server is shutting down.' })
        : withinLimits('readiness', () => askDatabase(parts)),
    answerInTime: (answer) => withinLimits('request', answer),
    announceEnd: () => {
      isEnding = true;
    },
    close: () => {
      clock.stop();
      closing ??= mail.close().then(() => orm.close(true));
      return closing;
    },
  };
}

async function askDatabase({ orm, log }: ApplicationParts): Promise<Readiness> {
  try {
    const { pending, unknown } = await migrationState(orm);
    if (pending.length > 0) {
      const migrations = counted(pending.length, 'migration is', 'migrations are');
      return { ready: false, reason: `${migrations} pending: run \`laurel db migrate\`.` };
    }
    // Old servers go on serving while new ones take over.
    return unknown.length > 0 ? { ready: true, warning: newerSchemaSentence(unknown) } : { ready: true };
  } catch (error) {
    log.debug({ err: error }, 'the database isn’t responding');
    const isQuiet = connectionErrorOf(error)?.loss !== 'LOST';
    return { ready: false, reason: isQuiet ? SILENT : 'The database cannot be reached.' };
  }
}

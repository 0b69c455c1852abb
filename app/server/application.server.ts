import type { Settings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { loadZipCodes } from '#app/domain/students/zip-codes.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import {
  type FiguresReader,
  type InstallationFigures,
  openFiguresReader,
} from '#app/domain/installation/installation-figures.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { connectionErrorOf } from '#db/connection-errors.ts';
import { counted } from '#app/lib/text/counted.ts';
import { migrationState } from '#db/migration-state.server.ts';
import { newerSchemaSentence } from '#db/migrations/compared-migrations.ts';
import { openOrm, poolState, type PoolState } from '#db/orm.server.ts';
import { withinLimits, WORK_LIMITS } from '#db/work-limits.server.ts';
import { openDatabaseClock } from './database-clock.server.ts';
import type { ApplicationParts } from './load-context.server.ts';

export interface Application extends ApplicationParts {
  /** Returns whether the database responds within 2 s and has every migration. */
  isReady(): Promise<Readiness>;
  /** Logs why a new process isn't ready, or what will soon be a problem. */
  logReadiness(): Promise<void>;
  /** Reads what monitoring watches. Waits for the database at most 2 s. */
  figures(): Promise<ApplicationFigures>;
  /** Runs a request with time limits for its database work. */
  respondInTime<Result>(respond: () => Promise<Result>): Promise<Result>;
  /** Loads data that the first request would otherwise wait for. */
  warmUp(): Promise<unknown>;
  /** Makes `isReady` return false, so that load balancers stop sending requests. Still serves new ones. */
  announceEnd(): void;
  /** Waits for the email being sent, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** What monitoring watches, without anything about a person. */
export interface ApplicationFigures {
  readonly now: Date;
  readonly pool: PoolState;
  /** When this process last checked for due reminders; null if it doesn't. */
  readonly remindersRanAt: Date | null;
  /** Null if the database didn't respond. */
  readonly installation: InstallationFigures | null;
}

/** `reason` and `warning` are sentences for operators. */
export type Readiness =
  { readonly ready: true; readonly warning?: string } | { readonly ready: false; readonly reason: string };

const NO_RESPONSE = `The database didn't respond within ${WORK_LIMITS.readiness.totalMs / 1000} s.`;

/** Opens the application without connecting, so that it can start while the database or the mail server is down. */
export async function openApplication(settings: Settings): Promise<Application> {
  const log = createLog(settings.logLevel);
  const orm = await openOrm(settings.databaseUrl, { sessionWork: 'request' });
  const clock = openDatabaseClock(orm, log);
  const { now } = clock;
  const mail = openMailSystem({ settings, orm, log, now, ready: clock.compared });
  const readInstallation = openFiguresReader();
  let isEnding = false;
  let closing: Promise<void> | undefined;
  const parts = { settings, orm, log, now, mailer: mail.mailer };
  const isReady = (): Promise<Readiness> =>
    isEnding
      ? Promise.resolve({ ready: false, reason: 'The server is shutting down.' })
      : withinLimits('readiness', () => askDatabase(parts));
  return {
    ...parts,
    isReady,
    logReadiness: async () => {
      const readiness = await isReady();
      if (!readiness.ready) log.warn(`not ready: ${readiness.reason}`);
      else if (readiness.warning !== undefined) log.warn(readiness.warning);
    },
    figures: async () => ({
      now: now(),
      pool: poolState(orm),
      remindersRanAt: mail.remindersRanAt(),
      installation: await withinLimits('readiness', () => readFigures(parts, readInstallation)),
    }),
    warmUp: loadZipCodes,
    respondInTime: (respond) => withinLimits('request', respond),
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

async function readFigures(
  { orm, ...parts }: ApplicationParts,
  read: FiguresReader,
): Promise<InstallationFigures | null> {
  try {
    return await read({ ...parts, em: orm.em.fork(), actor: SYSTEM, channel: 'SYSTEM' });
  } catch (error) {
    parts.log.debug({ err: error }, "the installation's figures couldn't be read");
    return null;
  }
}

async function askDatabase({ orm, log }: ApplicationParts): Promise<Readiness> {
  try {
    const { pending, unknown } = await migrationState(orm);
    if (pending.length > 0) {
      const migrations = counted(pending.length, 'migration is', 'migrations are');
      return { ready: false, reason: `${migrations} pending: run \`laurel db migrate\`.` };
    }
    // During a deployment, old servers keep running after the new ones have migrated.
    return unknown.length > 0 ? { ready: true, warning: newerSchemaSentence(unknown) } : { ready: true };
  } catch (error) {
    log.debug({ err: error }, "the database isn't responding");
    const isQuiet = connectionErrorOf(error)?.loss !== 'LOST';
    return { ready: false, reason: isQuiet ? NO_RESPONSE : "The database can't be reached." };
  }
}

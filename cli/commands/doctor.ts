import { type Settings, inspectSettings } from '#app/config/env.server.ts';
import type { SettingError } from '#app/config/setting-errors.ts';
import { createLog } from '#app/config/log.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { isDatabaseUnavailable } from '#app/server/database-unavailable.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { outboxOnly } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import {
  checkClock,
  checkDatabase,
  checkDelivery,
  checkMigrations,
  checkProgram,
} from '#cli/doctor/database-checks.server.ts';
import { checkCertificates } from '#cli/doctor/certificate-check.server.ts';
import { checkDisk } from '#cli/doctor/disk-check.server.ts';
import { type Check, failed, type Finding, type Found, ok, runChecks, warning } from '#cli/doctor/finding.ts';
import { checkMail, mailErrorSentence } from '#cli/doctor/mail-check.server.ts';
import { checkOidc, oidcErrorSentence } from '#cli/doctor/oidc-check.server.ts';
import {
  checkBackupAge,
  checkGrants,
  checkCommandActor,
  checkWorker,
} from '#cli/doctor/operation-checks.server.ts';
import { checkBuild, checkNode, checkSettings } from '#cli/doctor/settings-checks.server.ts';
import { failureSentence } from '#cli/failure-sentence.ts';
import { findPostgresPrograms } from '#cli/postgres/postgres-programs.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { readServerFacts } from '#db/server-facts.server.ts';

const COLUMNS: readonly Column<Finding>[] = [
  { title: 'Check', cell: ({ check }) => check },
  { title: 'State', cell: ({ state }) => state },
  { title: 'Message', cell: ({ message }) => message },
];

/** One connection per database check, because they run in parallel. */
const CONNECTIONS_MAX = 10;

export interface DoctorOptions {
  /** The least severe state that makes the command exit with 1. */
  readonly failOn: 'failed' | 'warning';
}

/** `laurel doctor`: runs all checks without changing or sending anything. Exits with 1 if a check fails. */
export async function doctor(context: CommandContext, { failOn }: DoctorOptions): Promise<ExitCode> {
  const { errors, settings } = inspectSettings();
  const orm = await openOrm(settings.databaseUrl, { poolMax: CONNECTIONS_MAX, sessionWork: 'command' });
  const ctx = (): Ctx => ({
    ...{ em: orm.em.fork(), actor: SYSTEM, channel: 'CLI', now: () => new Date() },
    ...{ mailer: outboxOnly, settings, log: createLog('silent') },
  });
  const isSound = (name: string) => !errors.some(({ variable }) => variable === name);
  const findings = await runChecks([
    { name: 'settings', run: () => checkSettings(errors, settings), describeError: failureSentence },
    { name: 'node', run: checkNode, describeError: failureSentence },
    { name: 'build', run: checkBuild, describeError: failureSentence },
    ...(isSound('DATABASE_URL') ? databaseChecks(orm, ctx) : [notChecked('database', 'DATABASE_URL')]),
    isSound('SMTP_URL')
      ? { name: 'smtp', run: () => checkMail(settings), describeError: mailErrorSentence }
      : notChecked('smtp', 'SMTP_URL'),
    {
      name: 'certificate',
      run: () => checkCertificates(settings, new Date()),
      describeError: failureSentence,
    },
    ...oidcChecks(errors, settings),
    { name: 'disk', run: () => checkDisk(settings), describeError: failureSentence },
  ]);
  await ignoreBrokenPipe(() =>
    printList(context, {
      columns: COLUMNS,
      pages: onePage(findings),
      timeZone: settings.timeZone,
      empty: 'No checks were run.',
    }),
  );
  void orm.close(true).catch(() => undefined);
  const isFailure = ({ state }: Finding) =>
    state === 'failed' || (state === 'warning' && failOn === 'warning');
  return findings.some(isFailure) ? EXIT.failed : EXIT.done;
}

function databaseChecks(orm: Orm, ctx: () => Ctx): Check[] {
  const checks: readonly (readonly [string, Check['run']])[] = [
    ['database', () => checkDatabase(orm)],
    ['migrations', () => checkMigrations(orm)],
    ['clock', () => checkClock(orm)],
    ['actor', () => checkCommandActor(ctx())],
    ['program', () => checkProgram(ctx())],
    ['delivery', () => checkDelivery(ctx())],
    ['worker', () => checkWorker(ctx())],
    ['grants', () => checkGrants(ctx())],
    ['backup', () => checkBackupAge(ctx())],
    ['backup', () => checkPrograms(orm, ctx().settings.postgresPrograms)],
  ];
  return checks.map(([name, run]) => ({
    name,
    run,
    describeError: (error) => databaseSentence(name, error),
  }));
}

/** Checks the OpenID Connect provider if there is one. */
function oidcChecks(errors: readonly SettingError[], settings: Settings): Check[] {
  const isInvalid = errors.some(({ variable }) => variable.includes('OIDC_'));
  if (isInvalid) return [notChecked('oidc', 'OIDC_ISSUER')];
  const { oidc } = settings;
  if (oidc === null) return [];
  return [{ name: 'oidc', run: () => checkOidc(oidc, settings.appUrl), describeError: oidcErrorSentence }];
}

/** Reports an unreachable database only in the `database` check. */
function databaseSentence(name: string, error: unknown): string {
  return name !== 'database' && isDatabaseUnavailable(error)
    ? "Not checked because the database isn't responding."
    : failureSentence(error);
}

function notChecked(name: string, variable: string): Check {
  return {
    name,
    run: () => failed(`Not checked: ${variable} is missing or invalid.`),
    describeError: failureSentence,
  };
}

async function checkPrograms(orm: Orm, folder: string | null): Promise<Found> {
  const { major } = await readServerFacts(orm);
  try {
    const programs = await findPostgresPrograms(['pg_dump', 'pg_restore', 'psql'], major, folder);
    return ok(`pg_dump ${programs.version} is in ${programs.folder}.`);
  } catch (error) {
    return warning(failureSentence(error));
  }
}

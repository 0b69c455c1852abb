import { userInfo } from 'node:os';
import path from 'node:path';
import {
  DEVELOPMENT_SECRET,
  dkimErrors,
  type Environment,
  productionErrors,
  type SettingError,
  unsetErrors,
} from './setting-errors.ts';
import { EnvironmentSchema } from './environment-schema.server.ts';
import type { ProgramLink } from './setting-formats.server.ts';

/** The settings of an installation (decisions, section 1), parsed once at boot. This file alone reads `process.env`. */
export interface Settings {
  readonly mode: 'production' | 'development' | 'demo' | 'test';
  readonly appName: string;
  readonly timeZone: string;
  readonly state: string;
  readonly appUrl: string;
  readonly handbookUrl: string;
  readonly surveyUrl: string;
  readonly contactEmail: string;
  readonly programLinks: readonly ProgramLink[];
  readonly databaseUrl: string;
  /** Null keeps mail in the local mailbox; production refuses that. */
  readonly smtpUrl: string | null;
  /** The sender's address and name. */
  readonly mailFrom: string;
  readonly mailFromName: string;
  /** Whether the server delivers the outbox; where not, `laurel worker` has to run beside it. */
  readonly outboxWorker: boolean;
  /** Mails of the outbox that leave in a second at most, all workers together; null without a limit. */
  readonly mailRate: number | null;
  /** Signs mail; null leaves that to the relay. */
  readonly dkim: DkimSettings | null;
  /** What a report of returned mail has to bear; null where none is taken. */
  readonly bounceToken: string | null;
  /** Where the local mailbox keeps .eml files. */
  readonly mailboxFolder: string;
  /** The first signs, all verify. */
  readonly sessionSecrets: readonly string[];
  readonly port: number;
  readonly host: string;
  /** How long a server that is asked to end says so on /readyz before it closes its port. */
  readonly drainSeconds: number;
  /** Whether browsers are told to use HTTPS for the subdomains of APP_URL's host, too. */
  readonly hstsSubdomains: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** What Express calls 'trust proxy': off, a number of hops, or addresses. */
  readonly trustProxy: false | number | string;
  /** The folder of PostgreSQL's own programs; null looks for them on PATH and where they are usually installed. */
  readonly postgresPrograms: string | null;
}

export interface DkimSettings {
  readonly domainName: string;
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** Every error of the settings in one message, a line each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const REQUIRED_BY_SERVER = ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SESSION_SECRET', 'APP_URL'];
const REQUIRED_BY_WORKER = ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_URL'];
/** Enough for a balancer that asks every two seconds and wants two refusals. */
const DRAIN_SECONDS = 5;
const DEVELOPMENT_DATABASE = 'postgresql://localhost:5432/laurel';

let settings: Settings | undefined;

/** The settings of this process, read at the first call. Throws SettingsError. */
export function getSettings(): Settings {
  settings ??= parseSettings(process.env);
  return settings;
}

/**
 * The settings of a command that only works on the database: it insists on DATABASE_URL, and production on what the command names besides,
 * not on what a server needs. Throws SettingsError.
 */
export function getCommandSettings(needed: readonly string[] = []): Settings {
  return parseSettings(process.env, ['DATABASE_URL', ...needed], ['DATABASE_URL']);
}

/** The settings of a process that only delivers mail: nobody signs in there. Throws SettingsError. */
export function getWorkerSettings(): Settings {
  return parseSettings(process.env, REQUIRED_BY_WORKER);
}

/**
 * What is wrong with the settings of a server in this environment, and the settings as far as they are sound: what is wrong has its
 * default, or null, there.
 */
export function surveySettings(): { readonly errors: readonly SettingError[]; readonly settings: Settings } {
  const given: Environment = process.env;
  const environment: Environment = { ...given, NODE_ENV: given['NODE_ENV'] ?? 'production' };
  const errors = settingErrors(environment, REQUIRED_BY_SERVER, ['DATABASE_URL']);
  const invalidNames = new Set(errors.flatMap(({ variable }) => variable.split(' and ')));
  const isInvalid = (name: string) =>
    invalidNames.has(name) ||
    (name.startsWith('DKIM_') && [...invalidNames].some((one) => one.startsWith('DKIM_')));
  const sound = Object.entries(environment).filter(([name]) => !isInvalid(name));
  return {
    errors,
    settings: parseSettings({ ...Object.fromEntries(sound), NODE_ENV: 'development' }, []),
  };
}

/** Whether a variable is set at all. */
export function isSet(name: string): boolean {
  return (process.env[name] ?? '') !== '';
}

/**
 * Sets variables of this process before anything has read them: `laurel serve` is production unless told otherwise, and
 * the demo brings its own database and mailbox.
 */
export function adjustEnvironment(change: (environment: Environment) => Record<string, string>): void {
  Object.assign(process.env, change(process.env));
  settings = undefined;
}

/** The folders that programs are looked for in, in their order. */
export function programFolders(): string[] {
  return (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

/** The operating system's name of who runs this process; for root behind sudo, of who asked for it. Nobody else can choose it. */
export function systemUser(): string {
  const behindSudo = process.getuid?.() === 0 ? (process.env['SUDO_USER'] ?? '') : '';
  if (behindSudo !== '') return behindSudo;
  try {
    return userInfo().username;
  } catch {
    // Containers run under numbers that no account has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * For a program that this process starts: its own environment with `variables` added, and without the settings of Laurel, whose secrets
 * are no other program's business.
 */
export function programEnvironment(variables: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !(name in EnvironmentSchema.shape));
  return { ...Object.fromEntries(inherited), ...variables } as NodeJS.ProcessEnv;
}

/**
 * Parses an environment; throws one SettingsError that names every error. Empty variables count as missing. `required`
 * names what production cannot do without, `always` what no mode can.
 */
export function parseSettings(
  environment: Environment,
  required: readonly string[] = REQUIRED_BY_SERVER,
  always: readonly string[] = [],
): Settings {
  const errors = settingErrors(environment, required, always);
  const present = presentVariables(environment);
  const parsed = EnvironmentSchema.safeParse(present);
  if (!parsed.success || errors.length > 0) {
    const lines = errors.map(({ variable, message }) => `  - ${variable} ${message}`);
    throw new SettingsError(`The settings need attention:\n${[...new Set(lines)].join('\n')}`);
  }
  const production = present['NODE_ENV'] === 'production';
  const env = parsed.data;
  return {
    mode: production
      ? 'production'
      : env.LAUREL_DEMO === '1'
        ? 'demo'
        : env.NODE_ENV === 'test'
          ? 'test'
          : 'development',
    appName: env.APP_NAME,
    timeZone: env.APP_TIME_ZONE,
    state: env.APP_STATE,
    appUrl: env.APP_URL.replace(/\/+$/, ''),
    handbookUrl: env.HANDBOOK_URL,
    surveyUrl: env.SURVEY_URL,
    contactEmail: env.CONTACT_EMAIL,
    programLinks: env.PROGRAM_LINKS,
    databaseUrl: env.DATABASE_URL ?? DEVELOPMENT_DATABASE,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM?.address ?? env.CONTACT_EMAIL,
    mailFromName: env.MAIL_FROM?.name ?? env.APP_NAME,
    outboxWorker: env.OUTBOX_WORKER === 'on',
    mailRate: env.MAIL_RATE ?? null,
    dkim:
      env.DKIM_DOMAIN === undefined || env.DKIM_SELECTOR === undefined || env.DKIM_PRIVATE_KEY === undefined
        ? null
        : {
            domainName: env.DKIM_DOMAIN,
            keySelector: env.DKIM_SELECTOR,
            privateKey: env.DKIM_PRIVATE_KEY,
          },
    bounceToken: env.BOUNCE_TOKEN ?? null,
    mailboxFolder: env.MAILBOX_FOLDER,
    sessionSecrets: secretsOf(env.SESSION_SECRET, production),
    port: env.PORT,
    host: env.HOST,
    drainSeconds: env.DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    postgresPrograms: env.PG_BIN ?? null,
  };
}

/** What is wrong with an environment, by the same rules as `parseSettings`; never with a value. */
export function settingErrors(
  environment: Environment,
  required: readonly string[] = REQUIRED_BY_SERVER,
  always: readonly string[] = [],
): SettingError[] {
  const present = presentVariables(environment);
  const { error } = EnvironmentSchema.safeParse(present);
  return [
    ...(error?.issues ?? []).map(({ path: names, message }) => ({ variable: names.join('.'), message })),
    ...(present['NODE_ENV'] === 'production'
      ? productionErrors(present, required)
      : unsetErrors(present, always)),
    ...dkimErrors(present),
  ];
}

function presentVariables(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function secretsOf(text: string, production: boolean): string[] {
  const secrets = text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  return secrets.length === 0 && !production ? [DEVELOPMENT_SECRET] : secrets;
}

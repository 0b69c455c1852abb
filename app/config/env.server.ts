import { TERMS_VERSION } from './constants.ts';
import {
  CONTACT_VARIABLES,
  DEVELOPMENT_SECRET,
  type Environment,
  groupErrors,
  productionErrors,
  PROXY_VARIABLE,
  type SettingError,
  unsetErrors,
} from './setting-errors.ts';
import { EnvironmentSchema } from './environment-schema.server.ts';
import {
  type DkimSettings,
  dkimSettings,
  type OidcSettings,
  oidcSettings,
} from './grouped-settings.server.ts';
import { readSecretFiles, type ReadEnvironment, SECRET_FILE_VARIABLES } from './secret-files.server.ts';
import { parseSecrets, type ProgramLink } from './setting-formats.server.ts';

/** Settings of an installation (decisions, section 1), parsed once at startup. */
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
  /** The values of the environment for the settings that administrators can change. */
  readonly officeDefaults: OfficeDefaults;
  readonly terms: Terms;
  readonly brand: Brand;
  readonly databaseUrl: string;
  /** Null saves emails to the local mailbox; production servers and workers require it. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly mailFromName: string;
  /** False if a separate `laurel worker` delivers the outbox. */
  readonly outboxWorker: boolean;
  /** Maximum emails per second across all workers; null for no limit. */
  readonly mailRate: number | null;
  /** How long finished emails and deliveries are kept. */
  readonly emailRetentionDays: number;
  /** Null leaves signing to the relay. */
  readonly dkim: DkimSettings | null;
  /** Required to report bounces; null turns bounce reports off. */
  readonly bounceToken: string | null;
  /** Folder for the local mailbox's .eml files. */
  readonly mailboxFolder: string;
  /** The first one signs; all of them verify. */
  readonly sessionSecrets: readonly string[];
  readonly port: number;
  readonly host: string;
  /** A port of its own for /metrics; null for none. */
  readonly metricsPort: number | null;
  /** Required to read /metrics. Without it, the server's own port has no /metrics. */
  readonly metricsToken: string | null;
  /** How long /readyz reports draining before the server closes its port. */
  readonly drainSeconds: number;
  /** Whether browsers must also use HTTPS for subdomains of APP_URL's host. */
  readonly hstsSubdomains: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Express's 'trust proxy' setting: off, a number of hops, or addresses. */
  readonly trustProxy: false | number | string;
  /** The address of the administrator that commands without `--as` act as; null for the system. */
  readonly commandActor: string | null;
  /** Whether commands that return students' data need an administrator. */
  readonly requireActor: 'off' | 'students';
  /** Whether administrators have their rights only in sessions that started with an approved passkey. */
  readonly requirePasskey: 'off' | 'administrators';
  /** The provider where administrators can sign in, too; null without one. */
  readonly oidc: OidcSettings | null;
  /** Folder of the PostgreSQL programs; null searches PATH and the usual places. */
  readonly postgresPrograms: string | null;
}

export type OfficeDefaults = Pick<
  Settings,
  'appName' | 'handbookUrl' | 'surveyUrl' | 'contactEmail' | 'programLinks'
>;

/** What schools agree to, besides the specification's three points. */
export interface Terms {
  /** Paragraphs separated by blank lines; empty if the office added nothing. */
  readonly text: string;
  /** Changes with the text. Recorded with each acceptance. */
  readonly version: string;
}

/** How pages and emails look. Null means the standard look. */
export interface Brand {
  /** As #rrggbb. */
  readonly accentColor: string | null;
  readonly logo: Logo | null;
}

export interface Logo {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Changes with the image, so that browsers can keep it forever. */
  readonly hash: string;
}

/** Lists every invalid setting in its message, one per line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const REQUIRED_BY_WORKER = ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_URL', ...CONTACT_VARIABLES];
const REQUIRED_BY_SERVER = [...REQUIRED_BY_WORKER, 'SESSION_SECRET'];
/** Enough for a load balancer that checks every two seconds and needs two failures. */
const DRAIN_SECONDS = 5;
const DEVELOPMENT_DATABASE = 'postgresql://localhost:5432/laurel';

let settings: Settings | undefined;

/**
 * Returns the settings of this process, parsed on the first call.
 * @throws {SettingsError} when a setting is missing or invalid
 */
export function getSettings(): Settings {
  settings ??= parseSettings(process.env);
  return settings;
}

/**
 * Returns the settings of a server that remix-serve runs, which requires a proxy in production.
 * @throws {SettingsError} when a setting is missing or invalid
 */
export function getRemixServeSettings(): Settings {
  settings ??= parseSettings(process.env, [...REQUIRED_BY_SERVER, PROXY_VARIABLE]);
  return settings;
}

/**
 * Returns settings for a command that only uses the database. Requires DATABASE_URL and, in production, `needed`.
 * @throws {SettingsError} when a setting is missing or invalid
 */
export function getCommandSettings(needed: readonly string[] = []): Settings {
  return parseSettings(process.env, ['DATABASE_URL', ...needed], ['DATABASE_URL']);
}

/**
 * Returns settings for a command that doesn't use the database.
 *
 * @throws {SettingsError} when a setting is invalid
 */
export function getOfflineSettings(): Settings {
  return parseSettings(process.env, []);
}

/**
 * Returns settings for a process that only delivers email and has no sign-in.
 *
 * @throws {SettingsError} when a setting is missing or invalid
 */
export function getWorkerSettings(): Settings {
  return parseSettings(process.env, REQUIRED_BY_WORKER);
}

/** Returns all errors in a server's settings, and the settings with invalid ones replaced by their default or null. */
export function inspectSettings(): { readonly errors: readonly SettingError[]; readonly settings: Settings } {
  const given: Environment = process.env;
  const environment: Environment = { ...given, NODE_ENV: given['NODE_ENV'] ?? 'production' };
  const errors = settingErrors(environment, REQUIRED_BY_SERVER, ['DATABASE_URL']);
  const invalidNames = new Set(errors.flatMap(({ variable }) => variable.split(' and ')));
  const isInvalid = (name: string) =>
    invalidNames.has(name) ||
    (SECRET_FILE_VARIABLES.includes(name) && invalidNames.has(name.replace(/_FILE$/, ''))) ||
    ['DKIM_', 'OIDC_'].some(
      (group) => name.startsWith(group) && [...invalidNames].some((one) => one.startsWith(group)),
    );
  const valid = Object.entries(environment).filter(([name]) => !isInvalid(name));
  return {
    errors,
    settings: parseSettings({ ...Object.fromEntries(valid), NODE_ENV: 'development' }, []),
  };
}

/** Returns whether a variable is set and not empty. */
export function isSet(name: string): boolean {
  return (process.env[name] ?? '') !== '';
}

/** Sets environment variables of this process and discards the settings parsed so far. */
export function adjustEnvironment(change: (environment: Environment) => Record<string, string>): void {
  Object.assign(process.env, change(process.env));
  settings = undefined;
}

/**
 * Parses an environment; empty variables count as missing. `required` applies in production, `always` in other modes.
 *
 * @throws {SettingsError} when a setting is missing or invalid
 */
export function parseSettings(
  environment: Environment,
  required: readonly string[] = REQUIRED_BY_SERVER,
  always: readonly string[] = [],
): Settings {
  const { present, errors } = checkEnvironment(environment, required, always);
  const parsed = EnvironmentSchema.safeParse(present);
  if (!parsed.success || errors.length > 0) {
    const lines = errors.map(({ variable, message }) => `  - ${variable} ${message}`);
    throw new SettingsError(`Some settings are missing or invalid:\n${[...new Set(lines)].join('\n')}`);
  }
  const production = present['NODE_ENV'] === 'production';
  const env = parsed.data;
  const officeDefaults: OfficeDefaults = {
    appName: env.APP_NAME,
    handbookUrl: env.HANDBOOK_URL,
    surveyUrl: env.SURVEY_URL,
    contactEmail: env.CONTACT_EMAIL,
    programLinks: env.PROGRAM_LINKS,
  };
  return {
    mode: production
      ? 'production'
      : env.LAUREL_DEMO === '1'
        ? 'demo'
        : env.NODE_ENV === 'test'
          ? 'test'
          : 'development',
    ...officeDefaults,
    officeDefaults,
    timeZone: env.APP_TIME_ZONE,
    state: env.APP_STATE,
    appUrl: env.APP_URL.replace(/\/+$/, ''),
    terms: { text: '', version: TERMS_VERSION },
    brand: { accentColor: null, logo: null },
    databaseUrl: env.DATABASE_URL ?? DEVELOPMENT_DATABASE,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM?.address ?? env.CONTACT_EMAIL,
    mailFromName: env.MAIL_FROM?.name ?? env.APP_NAME,
    outboxWorker: env.OUTBOX_WORKER === 'on',
    mailRate: env.MAIL_RATE ?? null,
    emailRetentionDays: env.EMAIL_RETENTION_DAYS,
    dkim: dkimSettings(env),
    bounceToken: env.BOUNCE_TOKEN ?? null,
    mailboxFolder: env.MAILBOX_FOLDER,
    sessionSecrets: secretsOf(env.SESSION_SECRET, production),
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    drainSeconds: env.DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    commandActor: env.LAUREL_AS ?? null,
    requireActor: env.REQUIRE_ACTOR,
    requirePasskey: env.REQUIRE_PASSKEY,
    oidc: oidcSettings(env),
    postgresPrograms: env.PG_BIN ?? null,
  };
}

/** Returns the errors in an environment, by the same rules as `parseSettings`. Messages never include values. */
export function settingErrors(
  environment: Environment,
  required: readonly string[] = REQUIRED_BY_SERVER,
  always: readonly string[] = [],
): readonly SettingError[] {
  return checkEnvironment(environment, required, always).errors;
}

/** Reads the files of secrets once, and adds all other errors, except for secrets that couldn't be read. */
function checkEnvironment(
  environment: Environment,
  required: readonly string[],
  always: readonly string[],
): ReadEnvironment {
  const { present, errors } = readSecretFiles(environment);
  const { error } = EnvironmentSchema.safeParse(present);
  const others = [
    ...(error?.issues ?? []).map(({ path: names, message }) => ({ variable: names.join('.'), message })),
    ...(present['NODE_ENV'] === 'production'
      ? productionErrors(present, required)
      : unsetErrors(present, always)),
    ...groupErrors(present),
  ];
  const unread = new Set(errors.map(({ variable }) => variable));
  const isKnown = ({ variable }: SettingError) => variable.split(' and ').every((name) => unread.has(name));
  return { present, errors: [...errors, ...others.filter((one) => !isKnown(one))] };
}

function secretsOf(text: string, production: boolean): string[] {
  const secrets = parseSecrets(text);
  return secrets.length === 0 && !production ? [DEVELOPMENT_SECRET] : secrets;
}

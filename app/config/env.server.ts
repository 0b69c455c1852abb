import path from 'node:path';
import { z } from 'zod';
import {
  DEVELOPMENT_SECRET,
  dkimFaults,
  type Environment,
  productionFaults,
  type SettingFault,
} from './setting-faults.ts';
import {
  isPrivateKey,
  isTimeZone,
  isTrustProxy,
  parseProgramLinks,
  parseTrustProxy,
  type ProgramLink,
} from './setting-formats.server.ts';

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
  readonly mailFrom: string;
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
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** What Express calls 'trust proxy': off, a number of hops, or addresses. */
  readonly trustProxy: boolean | number | string;
  /** The folder of PostgreSQL's own programs; null looks for them on PATH and where they are usually installed. */
  readonly postgresPrograms: string | null;
}

export interface DkimSettings {
  readonly domainName: string;
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** Every fault of the settings in one message, a line each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const REQUIRED_BY_SERVER = ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SESSION_SECRET', 'APP_URL'];
const REQUIRED_BY_WORKER = ['DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_URL'];
const BOUNCE_TOKEN_MIN = 16;
const DEVELOPMENT_DATABASE = 'postgresql://localhost:5432/laurel';

const webUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a web address beginning with https:// or http://',
});

const EnvironmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  LAUREL_DEMO: z.string().default(''),
  APP_NAME: z.string().min(1).max(60).default('Scholars'),
  APP_TIME_ZONE: z
    .string()
    .default('America/Anchorage')
    .refine(isTimeZone, 'must be a time zone like America/Anchorage'),
  APP_STATE: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters like AK')
    .default('AK'),
  APP_URL: webUrl.default('http://localhost:3000'),
  HANDBOOK_URL: webUrl.default('https://scholars.example.org/handbook'),
  SURVEY_URL: webUrl.default('https://scholars.example.org/survey'),
  CONTACT_EMAIL: z.email('must be an email address').default('scholars@example.org'),
  PROGRAM_LINKS: z
    .string()
    .default(
      'Program home=https://scholars.example.org;Program handbook=https://scholars.example.org/handbook',
    )
    .transform((text, context) => {
      const links = parseProgramLinks(text);
      if (links === null) {
        context.addIssue({ code: 'custom', message: 'must be Label=https://… pairs separated by ;' });
        return z.NEVER;
      }
      return links;
    }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  OUTBOX_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MAIL_RATE: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of mails a second, up to 9999')
    .transform(Number)
    .refine((rate) => rate > 0, 'must be at least 1')
    .optional(),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be a private key in PEM, its line breaks possibly written \\n')
    .optional(),
  BOUNCE_TOKEN: z
    .string()
    .min(BOUNCE_TOKEN_MIN, `must have at least ${BOUNCE_TOKEN_MIN} characters`)
    .optional(),
  MAILBOX_FOLDER: z.string().default('.data/mailbox'),
  SESSION_SECRET: z.string().default(''),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be at most 65535'),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be one of fatal, error, warn, info, debug, silent',
    )
    .default('info'),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform(parseTrustProxy)
    .refine(
      isTrustProxy,
      'must be off, on, a number of proxies up to 10, or their addresses separated by commas',
    ),
  PG_BIN: z.string().min(1).optional(),
});

let settings: Settings | undefined;

/** The settings of this process, read at the first call. Throws SettingsError. */
export function getSettings(): Settings {
  settings ??= parseSettings(process.env);
  return settings;
}

/**
 * The settings of a command that only works on the database: production insists on DATABASE_URL alone, and on what the command names, not
 * on what a server needs besides. Throws SettingsError.
 */
export function getCommandSettings(needed: readonly string[] = []): Settings {
  return parseSettings(process.env, ['DATABASE_URL', ...needed]);
}

/** The settings of a process that only delivers mail: nobody signs in there. Throws SettingsError. */
export function getWorkerSettings(): Settings {
  return parseSettings(process.env, REQUIRED_BY_WORKER);
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

/**
 * For a program that this process starts: its own environment with `variables` added, and without the settings of Laurel, whose secrets
 * are no other program's business.
 */
export function programEnvironment(variables: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !(name in EnvironmentSchema.shape));
  return { ...Object.fromEntries(inherited), ...variables } as NodeJS.ProcessEnv;
}

/**
 * Parses an environment; throws one SettingsError that names every fault. Empty variables count as missing. `required`
 * names what production cannot do without.
 */
export function parseSettings(
  environment: Environment,
  required: readonly string[] = REQUIRED_BY_SERVER,
): Settings {
  const faults = settingFaults(environment, required);
  const present = presentVariables(environment);
  const parsed = EnvironmentSchema.safeParse(present);
  if (!parsed.success || faults.length > 0) {
    const lines = faults.map(({ variable, message }) => `  - ${variable} ${message}`);
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
    mailFrom: env.MAIL_FROM ?? env.CONTACT_EMAIL,
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
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    postgresPrograms: env.PG_BIN ?? null,
  };
}

/** What is wrong with an environment, by the same rules as `parseSettings`; never with a value. */
export function settingFaults(
  environment: Environment,
  required: readonly string[] = REQUIRED_BY_SERVER,
): SettingFault[] {
  const present = presentVariables(environment);
  const { error } = EnvironmentSchema.safeParse(present);
  return [
    ...(error?.issues ?? []).map(({ path: names, message }) => ({ variable: names.join('.'), message })),
    ...(present['NODE_ENV'] === 'production' ? productionFaults(present, required) : []),
    ...dkimFaults(present),
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

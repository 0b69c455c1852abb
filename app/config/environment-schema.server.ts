import { z } from 'zod';
import { isEncrypted } from './setting-errors.ts';
import {
  databaseUrlError,
  isSigningKey,
  isTimeZone,
  isTrustProxy,
  parseProgramLinks,
  parseSender,
  parseTrustProxy,
} from './setting-formats.server.ts';

import { INSECURE_CONNECTIONS, parseInsecureConnections } from './setting-errors.ts';

const TOKEN_MIN = 16;
const DRAIN_SECONDS_MAX = 60;
/** Schools may ask about a season's emails until it ends. */
const EMAIL_RETENTION_DAYS_MIN = 90;

const webUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a web address beginning with https:// or http://',
});

/** Every environment variable with its format and default. Messages follow the variable's name. */
export const EnvironmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  LAUREL_DEMO: z.string().default(''),
  APP_NAME: z.string().min(1).max(60, 'must be at most 60 characters').default('Scholars'),
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
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgresql://', abort: true })
    .superRefine((url, context) => {
      const error = databaseUrlError(url);
      if (error !== null) context.addIssue({ code: 'custom', message: error });
    })
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      const sender = parseSender(text);
      if (sender !== null && z.email().safeParse(sender.address).success) return sender;
      context.addIssue({
        code: 'custom',
        message: 'must be an email address, or a name and an address like Scholars <scholars@example.org>',
      });
      return z.NEVER;
    })
    .optional(),
  OUTBOX_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MAIL_RATE: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of emails per second, up to 9999')
    .transform(Number)
    .refine((rate) => rate > 0, 'must be at least 1')
    .optional(),
  EMAIL_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of days, up to 9999')
    .default('730')
    .transform(Number)
    .refine((days) => days >= EMAIL_RETENTION_DAYS_MIN, `must be at least ${EMAIL_RETENTION_DAYS_MIN}`),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(
      isSigningKey,
      'must be an RSA private key of at least 2048 bits in PEM format; line breaks can be written as \\n',
    )
    .optional(),
  ALLOW_INSECURE: z
    .string()
    .transform(parseInsecureConnections)
    .pipe(z.array(z.enum(INSECURE_CONNECTIONS, 'must be database, smtp, or both separated by a comma')))
    .optional(),
  BOUNCE_TOKEN: z.string().min(TOKEN_MIN, `must have at least ${TOKEN_MIN} characters`).optional(),
  MAILBOX_FOLDER: z.string().default('.data/mailbox'),
  SESSION_SECRET: z.string().default(''),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be at most 65535'),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be at most 65535')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(TOKEN_MIN, `must have at least ${TOKEN_MIN} characters`)
    .regex(/^[!-~]+$/, 'must not contain spaces or special characters')
    .optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of seconds, up to 60')
    .transform(Number)
    .refine((seconds) => seconds <= DRAIN_SECONDS_MAX, `must be at most ${DRAIN_SECONDS_MAX}`)
    .optional(),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('on'),
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
      'must be off, the number of proxies (up to 10), or their addresses separated by commas ("on" isn\'t allowed, because clients could then fake their addresses)',
    ),
  LAUREL_AS: z.email('must be the email address of an administrator').optional(),
  REQUIRE_PASSKEY: z.enum(['off', 'administrators'], 'must be off or administrators').default('off'),
  OIDC_ISSUER: webUrl
    .refine((url) => !/[?#]/.test(url), 'must not contain ? or #')
    .refine(isEncrypted, 'must begin with https://')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().trim().min(1).max(60, 'must be at most 60 characters').optional(),
  OIDC_REPLACES_PASSKEY: z.enum(['on', 'off'], 'must be on or off').default('off'),
  REQUIRE_ACTOR: z.enum(['off', 'students'], 'must be off or students').default('off'),
  PG_BIN: z.string().min(1).optional(),
});

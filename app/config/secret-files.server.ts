import { readFileSync } from 'node:fs';
import { isRecord } from '#app/lib/records.ts';
import type { Environment, SettingError } from './setting-errors.ts';

/** Settings that contain a password, key, or token. Each can be read from the file that `<SETTING>_FILE` names. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'SMTP_URL',
  'SESSION_SECRET',
  'BOUNCE_TOKEN',
  'METRICS_TOKEN',
  'DKIM_PRIVATE_KEY',
  'OIDC_CLIENT_SECRET',
] as const;

const SUFFIX = '_FILE';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "doesn't exist",
  ENOTDIR: "doesn't exist",
  EACCES: "can't be read by this user",
  EPERM: "can't be read by this user",
  EISDIR: 'is a folder',
};

/** Returns the variable that names a secret's file, like SESSION_SECRET_FILE. */
export function fileVariable(secret: string): string {
  return secret + SUFFIX;
}

/** Variables that name a secret's file. */
export const SECRET_FILE_VARIABLES: readonly string[] = SECRET_VARIABLES.map((secret) =>
  fileVariable(secret),
);

export interface ReadEnvironment {
  /** Every variable that isn't empty, with the secrets from their files. */
  readonly present: Environment;
  readonly errors: readonly SettingError[];
}

/** Reads the secrets whose `<SETTING>_FILE` is set. Messages name the setting and the path, never the contents. */
export function readSecretFiles(environment: Environment): ReadEnvironment {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && value !== '') present[name] = value;
  }
  const errors: SettingError[] = [];
  for (const variable of SECRET_VARIABLES) {
    const file = present[fileVariable(variable)];
    if (file === undefined) continue;
    const message =
      present[variable] === undefined
        ? readSecret(variable, file, (secret) => {
            present[variable] = secret;
          })
        : `and ${fileVariable(variable)} are both set: remove one of them`;
    if (message !== null) errors.push({ variable, message });
  }
  return { present, errors };
}

/** Drops line breaks at the end, which most editors and `echo` write. Returns what is wrong with the file, or null. */
function readSecret(variable: string, file: string, accept: (secret: string) => void): string | null {
  const named = (reason: string) => `can't be read from ${fileVariable(variable)}: ${file} ${reason}`;
  try {
    const secret = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    if (secret === '') return named('is empty');
    accept(secret);
    return null;
  } catch (error) {
    return named(REASONS[isRecord(error) ? String(error['code']) : ''] ?? "can't be read");
  }
}

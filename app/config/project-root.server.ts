import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#app/lib/records.ts';

const MANIFEST = 'package.json';
const NAME = 'laurel';

/** Returns the folder of Laurel's package.json, which also contains `.env`, `build/`, and `.data/`. */
export function projectRoot(folder: string = import.meta.dirname): string {
  const parent = path.dirname(folder);
  return isLaurel(folder) || parent === folder ? folder : projectRoot(parent);
}

/** Returns the version in package.json. */
function projectVersion(): string {
  const version = manifestOf(projectRoot())?.version;
  return typeof version === 'string' ? version : 'unknown';
}

function isLaurel(folder: string): boolean {
  return manifestOf(folder)?.name === NAME;
}

/** Without zod, which would slow down `laurel --help`. */
function manifestOf(folder: string): { readonly name: unknown; readonly version: unknown } | null {
  const file = path.join(folder, MANIFEST);
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return isRecord(manifest) ? { name: manifest['name'], version: manifest['version'] } : null;
}

/** The build replaces this with the Git commit, or '' if unknown. */
declare const LAUREL_COMMIT: string | undefined;

/** Returns the Git commit of the build; '' if it's unknown. */
function commitName(): string {
  return typeof LAUREL_COMMIT === 'string' ? LAUREL_COMMIT : '';
}

/** Returns the version and the commit, for /healthz and metrics. */
export function buildVersion(): { readonly version: string; readonly commit: string } {
  return { version: projectVersion(), commit: commitName() };
}

/** Returns '0.1.0 (e29394a)', or '0.1.0' if the commit is unknown. */
export function versionName(): string {
  const commit = commitName();
  return commit === '' ? projectVersion() : `${projectVersion()} (${commit})`;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Run this command as the user that owns the file (for example, sudo -u laurel)',
  EPERM: 'permission denied. Run this command as the user that owns the file (for example, sudo -u laurel)',
  EISDIR: "it's a folder. Settings belong in a file, as .env.example shows",
};

/** Loads `.env` without overriding the environment. Returns why it can't be read; null if it's fine or missing. */
export function loadSettingsFile(root: string): string | null {
  const file = path.join(root, '.env');
  if (!existsSync(file)) return null;
  try {
    // loadEnvFile reports every failure as a missing file.
    readFileSync(file);
    process.loadEnvFile(file);
    return null;
  } catch (error) {
    const reason =
      REASONS[isRecord(error) ? String(error['code']) : ''] ?? 'the file or its disk may be damaged';
    return `Can't read ${file}: ${reason}.`;
  }
}

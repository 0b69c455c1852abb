import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#app/lib/records.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Run this command as the user that owns the file (for example, sudo -u laurel)',
  EPERM: 'permission denied. Run this command as the user that owns the file (for example, sudo -u laurel)',
  EISDIR: 'it is a directory. Settings belong in a file, as .env.example shows',
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
    const reason = REASONS[isRecord(error) ? String(error['code']) : ''] ?? 'check the file and its disk';
    return `Cannot read ${file}: ${reason}.`;
  }
}

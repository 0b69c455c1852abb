import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { environmentNames, secretFiles } from '#app/config/process-environment.server.ts';
import { KNOWN_VARIABLES } from '#app/config/known-variables.server.ts';
import { closestMatch } from '#app/lib/text/closest-match.ts';
import { plural } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { type Found, warning } from './finding.ts';

/** Variables in `.env` for other programs: Node.js, npm, PostgreSQL, and the system. */
const FOR_OTHERS = /^(NODE_|npm_|NPM_|PG|LC_|UV_|SSL_)|^(TZ|LANG|PATH|NO_COLOR)$/;
const [GROUP_WRITES, OTHERS] = [0o020, 0o007];

/** Folders of containers and systemd credentials, which only the service can open. */
const CLOSED_FOLDERS = /^\/run\/(secrets|credentials)\//;

/** Warns if other users can read `.env` or a secret's file, or the group can change it. Windows has other rights. */
export function checkSettingsFiles(root: string, secrets: readonly string[] = secretFiles()): Found[] {
  if (process.platform === 'win32') return [];
  return [path.join(root, '.env'), ...secrets.filter((file) => !CLOSED_FOLDERS.test(file))].flatMap(
    (file) => {
      if ((modeOf(file) & (GROUP_WRITES | OTHERS)) === 0) return [];
      return [
        warning(
          `Other users can read or change ${file}, which may contain secrets. Run \`chmod 600 ${file}\`.`,
        ),
      ];
    },
  );
}

/** Returns a file's rights; none if it's missing or out of this user's reach, which the settings' errors say. */
function modeOf(file: string): number {
  try {
    return statSync(file).mode;
  } catch {
    return 0;
  }
}

/** Warns of variables that look like misspelled settings, and of others in `.env` that Laurel doesn't recognize. */
export function checkSpelling(root: string, names: readonly string[] = environmentNames()): Found[] {
  const inFile = namesIn(path.join(root, '.env'));
  const unknown = [...new Set([...inFile, ...names])].filter(
    (name) => !KNOWN_VARIABLES.includes(name) && !FOR_OTHERS.test(name),
  );
  const resembling = unknown.flatMap((name) => {
    const match = closestMatch(name, KNOWN_VARIABLES);
    return match === undefined || isShort(name) ? [] : [{ name, match }];
  });
  const others = unknown.filter(
    (name) => inFile.includes(name) && resembling.every((one) => one.name !== name),
  );
  return [
    ...resembling.map(({ name, match }) => warning(`${name} isn't a setting. Did you mean ${match}?`)),
    ...(others.length === 0
      ? []
      : [
          warning(
            `Laurel doesn't recognize ${listed(others)} in .env. ${plural(others.length, 'Is it', 'Are they')} misspelled?`,
          ),
        ]),
  ];
}

/** Short names, like HOME for HOST, are too similar to common variables. */
function isShort(name: string): boolean {
  return name.length < 6;
}

function namesIn(file: string): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

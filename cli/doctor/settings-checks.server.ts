import { existsSync } from 'node:fs';
import path from 'node:path';
import { isSet, type Settings } from '#app/config/env.server.ts';
import { CONTACT_VARIABLES, isPlaceholder, type SettingError } from '#app/config/setting-errors.ts';
import { projectRoot, versionName } from '#app/config/project-root.server.ts';
import { driverConnection } from '#db/connection-options.server.ts';
import { failed, type Found, ok, warning } from './finding.ts';
import { isLocalHost } from '#app/config/local-host.ts';
import { listed } from '#app/lib/text/listed.ts';
import { checkSettingsFiles, checkSpelling } from './settings-file-checks.server.ts';

const NODE_MIN = [20, 19] as const;

/** Reports invalid and risky settings. Never includes a value. */
export function checkSettings(errors: readonly SettingError[], settings: Settings): Found[] {
  const root = projectRoot();
  const wrong = errors.map(({ variable, message }) =>
    failed(`${variable} ${message}. Change this in the environment or .env, as .env.example shows.`),
  );
  const isWrong = (name: string) => errors.some(({ variable }) => variable === name);
  const examples = CONTACT_VARIABLES.filter((variable) => !isSet(variable) && !isWrong(variable));
  const odd: Found[] = [...checkSettingsFiles(root), ...checkSpelling(root)];
  if (examples.length > 0)
    odd.push(warning(`People see example values for ${listed(examples)}. Set your own.`));
  if (isPlaceholder(settings.appUrl)) {
    odd.push(warning('APP_URL is an example. Set it to the address where people reach Laurel.'));
  }
  if (settings.appUrl.startsWith('https://') && settings.trustProxy === false) {
    odd.push(
      warning(
        'TRUST_PROXY is off. Behind a proxy, set it to the number of proxies; otherwise rate limits treat everyone as one client.',
      ),
    );
  }
  if (isUnencrypted(settings.databaseUrl)) {
    odd.push(
      warning(
        "The database is on another machine, but the connection to it isn't encrypted. Add ?sslmode=verify-full to DATABASE_URL.",
      ),
    );
  }
  return wrong.length + odd.length === 0 ? [ok('All settings are valid.')] : [...wrong, ...odd];
}

function isUnencrypted(databaseUrl: string): boolean {
  const { host = decodeURIComponent(new URL(databaseUrl).hostname), ssl } = driverConnection(databaseUrl);
  return ssl === undefined && !isLocalHost(host);
}

/** Checks the Node.js version and its time zone data. */
export function checkNode(): Found {
  const { node, tz } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    return failed(`Node.js ${node} is too old: install ${NODE_MIN.join('.')} or newer.`);
  }
  if (tz === undefined)
    return failed(`Node.js ${node} has no time zone data. Install a build with full ICU.`);
  return ok(`Node.js ${node} (time zone data ${tz}).`);
}

/** Checks that there is a build for `laurel serve`. */
export function checkBuild(): Found {
  return existsSync(path.join(projectRoot(), 'build/server/index.js'))
    ? ok(`Laurel ${versionName()} is built.`)
    : warning("The server isn't built. Run `npm run build` before `laurel serve`.");
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['app', 'cli', 'db'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:[cm]?js|tsx?)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
);

/** Runs one constant call in `node:vm`, for its timeout. */
const RUNS_ITS_OWN_WORD_FOR_A_TIME = 'app/domain/emails/mjml-process.server.ts';

/** Writes the theme, which comes from the build. React would escape it. */
const WRITES_THE_THEME = 'app/root.tsx';

const filesWith = (pattern: RegExp) =>
  SOURCES.filter((file) => pattern.test(readFileSync(path.join(ROOT, file), 'utf8'))).toSorted();

it('no source runs text as code, writes text as markup into a page, or uses predictable random numbers', () => {
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(filesWith(/\beval\(|\bnew Function\b|\b(?:setTimeout|setInterval)\(\s*['"`]/)).toEqual([]);
  expect(filesWith(/'node:vm'/)).toEqual([RUNS_ITS_OWN_WORD_FOR_A_TIME]);
  expect(
    filesWith(/\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/),
  ).toEqual([WRITES_THE_THEME]);
  expect(filesWith(/Math\.random/)).toEqual([]);
});

it('hashes use SHA-2, except for the invented names of seeds', () => {
  expect(filesWith(/createH(?:ash|mac)\((?!'sha(?:256|384|512)')/)).toEqual(['db/seeds/seeded-random.ts']);
});

it('only a few files start programs, and a shell only for the build', () => {
  expect(filesWith(/node:child_process/)).toEqual([
    'app/domain/emails/mjml-process.server.ts',
    'cli/commit-of-sources.ts',
    'cli/embedded-postgres/postgres-program.server.ts',
    'cli/embedded-postgres/postgres-supervisor.server.ts',
    'cli/fresh-build.server.ts',
    'cli/postgres/postgres-programs.server.ts',
    'cli/postgres/run-program.server.ts',
    'cli/vite.config.ts',
  ]);
  expect(filesWith(/\bshell: (?!Shell\b)/)).toEqual(['cli/fresh-build.server.ts']);
});

it('only browsers fetch URLs; the server asks only the OpenID Connect provider', () => {
  const asking = filesWith(/\bfetch\(|\bundici\b|\baxios\b|\bXMLHttpRequest\b/);
  expect(asking.filter((file) => !/^app\/(?:components|lib)\//.test(file))).toEqual([]);
  expect(asking.filter((file) => file.includes('.server.'))).toEqual([]);
  // Asks the OpenID Connect provider that the operator has chosen.
  expect(filesWith(/\bimport\('openid-client'\)|from 'openid-client'/)).toEqual([
    'app/domain/auth/oidc-provider.server.ts',
  ]);
  expect(filesWith(/import \{(?! type)[^}]*\} from 'node:(?:https?|http2|tls|dgram|dns)'/)).toEqual([
    'app/server/http/listening-server.server.ts',
    // Only asks the server of APP_URL for its certificate.
    'cli/doctor/certificate-check.server.ts',
  ]);
  expect(filesWith(/\b(?:connect|createConnection)\b[^}]*\} from 'node:net'/)).toEqual([
    'cli/embedded-postgres/free-port.server.ts',
  ]);
});

it('messages are accepted only from our own tabs', () => {
  expect(filesWith(/\.postMessage\(|addEventListener\(\s*'message'/)).toEqual([
    'app/components/designate/draft/presence.ts',
  ]);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { pngOf } from '#tests/fixtures/logo-images.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-settings-'));
  return () => rm(folder, { recursive: true });
});

const settings = (...args: string[]) => callLaurel(database.url, ['settings', ...args]);
const shown = async () =>
  JSON.parse((await settings('show', '--format', 'json')).stdout) as Record<string, unknown>;

it('laurel settings sets what the REST call shows, and restores the environment with "none"', async () => {
  const [logo, terms] = [path.join(folder, 'logo.png'), path.join(folder, 'terms.txt')];
  await writeFile(logo, pngOf(200, 80));
  await writeFile(terms, 'Send transcripts by June.\n');
  const links = 'Home=https://example.org;News=https://example.org/news';
  const run = await settings(
    ...['set', '--app-name', 'Northern Scholars', '--program-links', links, '--accent-color', '#0b5394'],
    ...['--logo-file', logo, '--terms-file', terms, '--yes'],
  );
  expect([run.code, run.stderr]).toEqual([0, 'Changed the settings.\n']);
  expect(await shown()).toMatchObject({
    appName: 'Northern Scholars',
    programLinks: [
      { label: 'Home', url: 'https://example.org' },
      { label: 'News', url: 'https://example.org/news' },
    ],
    accentColor: '#0b5394',
    termsText: 'Send transcripts by June.',
    termsVersion: '2026-1.1',
    logo: { type: 'image/png', width: 200, height: 80 },
    version: 1,
  });
  await settings('set', '--app-name', 'none', '--logo-file', 'none', '--yes');
  expect(await shown()).toMatchObject({ appName: 'Scholars', logo: null, version: 2 });
  expect(await storedRowsIn(database.url, EventEntity, ['channel', 'kind'])).toEqual([
    { channel: 'CLI', kind: 'settings.changed' },
    { channel: 'CLI', kind: 'settings.changed' },
  ]);
});

it('laurel settings shows in a dry run what would change, and changes nothing', async () => {
  const run = await settings('set', '--app-name', 'Northern Scholars', '--dry-run');
  expect([run.code, run.stderr]).toEqual([0, 'Nothing has changed yet.\n']);
  expect(run.stdout).toContain('Northern Scholars');
  expect(await shown()).toMatchObject({ appName: 'Scholars', version: 0 });
});

it('laurel settings names the option of an invalid value', async () => {
  const run = await settings('set', '--accent-color', '#ffcc00', '--yes');
  expect([run.code, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toMatch(/^--accent-color: This color is too light/);
  const none = await settings('set');
  expect(none.stderr).toMatch(/^Choose a setting: --app-name/);
});

it('laurel settings says so if nothing would change', async () => {
  await settings('set', '--app-name', 'Northern Scholars', '--yes');
  const run = await settings('set', '--app-name', 'Northern Scholars', '--yes');
  expect(run.stderr).toBe('The settings already have these values.\n');
});

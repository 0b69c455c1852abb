import { expect, it } from 'vitest';
import { noticeSamples } from '#app/domain/notices/notice-samples.ts';
import { SETTINGS_FIELDS, STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { fillNotice } from '#app/lib/markup/fill-notice.ts';

const SETTINGS = {
  ...{ appName: 'Scholars', appUrl: 'https://scholars.example.org', timeZone: 'America/Anchorage' },
  contactEmail: 'office@example.org',
};
const SAMPLES = noticeSamples(SETTINGS, new Date('2026-11-27T20:00:00Z'));

it.each(Object.entries(STANDARD_NOTICES))('%s has a sample value for each merge field', (_kind, notice) => {
  const names = Object.keys({ ...notice.fields, ...SETTINGS_FIELDS });
  expect(names.filter((name) => SAMPLES[name] === undefined)).toEqual([]);
  expect(fillNotice(notice, SAMPLES).body).not.toMatch(/[{}[\]]/);
});

it('sample emails show times in the time zone of the installation', () => {
  expect([SAMPLES['expires'], SAMPLES['changedAt']]).toEqual([
    'Dec 11, 2026, 11:00 AM AKST',
    'Nov 27, 2026, 11:00 AM AKST',
  ]);
});

import { describe, expect, it } from 'vitest';
import { disclosureFilter, sourceLabel } from '#app/messages/disclosure-labels.ts';

const [YEAR, SCHOOL, PERSON] = ['y-id', 's-id', 'p-id'];
const context = {
  names: { [YEAR]: '2026', [SCHOOL]: 'Aurora High', [PERSON]: 'Ada Berg' },
  timeZone: 'America/Anchorage',
};
const shown = (filter: Record<string, unknown>) => disclosureFilter(filter, context);

describe('the filter of a disclosure', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ academicYearId: YEAR, status: ['PENDING', 'RETURNED'] }, '2026, status Pending or Returned'],
    [{ year: 2026 }, '2026'],
    [{ highSchoolId: SCHOOL, criteria: ['CUMULATIVE_GPA'] }, 'Aurora High, criteria Cumulative GPA'],
    [{ userId: PERSON }, 'designations of Ada Berg'],
    [{ highSchoolName: 'river' }, 'schools named “river”'],
    [{ designationIds: ['a', 'b', 'c'] }, '3 selected designations'],
    [{ noDownloadDate: true, afterDate: '2026-11-01' }, 'updated from Nov 1, 2026, never downloaded'],
    [{ beforeDate: '2026-11-21T21:00:00.000Z' }, 'updated to Nov 21, 2026, 12:00 PM AKST'],
    [
      { reason: 'Regular backup', osUser: 'ada', host: 'db1', rowCounts: { student: 2 } },
      'Regular backup, by the operating system user ada, on db1',
    ],
    [{ status: ['PENDING'], resubmitted: true }, 'status Pending, resubmitted'],
    [{ noDownloadDate: false }, ''],
    [{ designationId: 'd-id' }, ''],
    [{}, ''],
  ])('%j reads “%s”', (filter, expected) => {
    expect(shown(filter)).toBe(expected);
  });

  it('describes deleted records by their kind, not by ID', () => {
    expect(shown({ academicYearId: 'gone', highSchoolId: 'gone' })).toBe('a deleted year, a deleted school');
  });
});

it('every channel of a disclosure has a label, and the access token is named', () => {
  expect(
    (['BROWSER', 'REST', 'CLI', 'SYSTEM'] as const).map((channel) =>
      sourceLabel({ channel, tokenName: null, osUser: null, host: null }),
    ),
  ).toEqual(['Browser', 'REST API', 'Command line', 'System']);
  const request = { channel: 'REST', tokenName: 'Nightly', osUser: null, host: null } as const;
  expect(sourceLabel(request)).toBe('REST API, access token “Nightly”');
  const command = { channel: 'CLI', tokenName: null, osUser: 'root', host: 'web1' } as const;
  expect(sourceLabel(command)).toBe('Command line, root@web1');
});

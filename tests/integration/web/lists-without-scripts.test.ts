import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationCheckEntity } from '#db/entities/designation-check.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useReviewList } from '#tests/support/review-list.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
beforeAll(async () => {
  year = await makeYear(rest.orm);
});
const list = useReviewList({
  get orm() {
    return rest.orm;
  },
  get year() {
    return year;
  },
});

const SOME_DOWNLOADED =
  'Some of these designations have already been downloaded - are you sure you want to continue?';
const OF_2026 = ['Aspen High 2026', 'birch high 2026', 'Cedar High 2026'];

const open = () => scriptlessPage(rest, list.admin);
/** The school and year of each row. */
const rowsOf = (page: ScriptlessPage) =>
  page.texts('tr').flatMap((row) => /^.+? \d{4}(?= )/.exec(row)?.[0] ?? []);
const chipsOf = (page: ScriptlessPage) =>
  Array.from(page.html.matchAll(/aria-label="Remove filter ([^"]*)"/g), ([, chip]) => chip);

describe('the list of designations without scripts', () => {
  it("shows every column, and times in the site's zone", async () => {
    await rest.orm.em.fork().nativeDelete(DesignationCheckEntity, {});
    const page = await open();
    await page.goto('/designations/?academicYearId=all');
    expect(rowsOf(page)).toEqual([
      ...['Aspen High 2026', 'birch high 2026', 'birch high 2025', 'Cedar High 2026'],
    ]);
    expect(page.texts('[columnheader]').map((text) => text.replace(/^Select all .*? page /, ''))).toEqual([
      ...['High School', 'Year', 'Criteria', 'Status', 'Class size', 'Students', 'Submitted'],
      ...['Last Updated', 'Downloaded', 'Warnings', 'View'],
    ]);
    expect(page.texts('option').join('|')).toContain(
      'High School name|Year|Criteria|Status|Updated date|Downloaded',
    );
    expect(page.texts('tr').find((row) => row.startsWith('birch high 2026'))).toMatch(
      /^birch high 2026 Cumulative GPA Pending 20 2 Not recorded Nov 1, 2026, 3:17 PM AKST Not yet \S.* View$/,
    );
    expect(page.links('birch high')).toContainEqual(
      expect.stringMatching(new RegExp(`^/designations/${list.birch.id}`)),
    );
  });

  it('sorts by its headings, keeping the filter, and warns in the page before a second download', async () => {
    const page = await open();
    await page.goto(`/designations?academicYearId=${year.id}`);
    expect(rowsOf(page)).toEqual(OF_2026);
    const sorted = () => /aria-sort="(\w+)"[^]*?<a [^>]*>([^<]*)/.exec(page.html)?.slice(1);
    expect(sorted()).toEqual(['ascending', 'High School']);
    await page.goto(page.links(/^High School/)[0] ?? '');
    expect(rowsOf(page)).toEqual(OF_2026.toReversed());
    expect(sorted()).toEqual(['descending', 'High School']);
    await page.goto(page.links(/^Last Updated/)[0] ?? '');
    expect(rowsOf(page)[0]).toBe('birch high 2026');
    expect(new URLSearchParams(page.path.split('?')[1]).get('academicYearId')).toBe(year.id);
    await page.goto(`/designations?academicYearId=${list.past.id}`);
    expect(page.texts('noscript').join()).toContain(SOME_DOWNLOADED);
    await page.goto('/designations');
    expect(page.links('Download new as Excel')).toEqual([
      expect.stringMatching(/^\/api\/designations\/download\?.*noDownloadDate=true.*format=xlsx/),
    ]);
  });

  it("shows staff their own schools' rows of every year, without tabs, search, checkboxes, decisions, or download", async () => {
    const page = await scriptlessPage(rest, list.counselor);
    await page.goto('/designations');
    expect(rowsOf(page)).toEqual(['birch high 2026', 'birch high 2025']);
    const officeOnly =
      /aria-label="(?:Status|School name|Select )|Select all on this page|Approve…|Return…|>Download (?:CSV|these|this|all)/;
    expect(page.html).not.toMatch(officeOnly);
    expect(page.text()).not.toContain('Aspen High');
    await page.goto('/designations?status=STARTED');
    expect(page.text()).toContain('No designations match');
    const admin = await open();
    await admin.goto('/designations');
    expect(admin.html).toMatch(officeOnly);
  });

  it('explains the next step to people without a designation', async () => {
    const counselor = await makeUser(rest.orm);
    await makeStaff(rest.orm, { userId: counselor.id, highSchoolId: (await makeSchool(rest.orm)).id });
    const page = await scriptlessPage(rest, counselor);
    await page.goto('/designations');
    expect(page.text()).toContain('No designations yet');
  });

  it('has pages of fifty designations', async () => {
    const { id: academicYearId } = await makeYear(rest.orm, { year: 2001, status: 'INACTIVE' });
    const names = Array.from({ length: 51 }, (_, index) => `Spruce ${String(index).padStart(2, '0')}`);
    for (const name of names) {
      const { id: highSchoolId } = await makeSchool(rest.orm, { name });
      await makeDesignation(rest.orm, { highSchoolId, academicYearId, submittedById: list.admin.id });
    }
    const page = await open();
    await page.goto(`/designations?academicYearId=${academicYearId}`);
    expect(page.text()).toContain('Showing 1 to 50 of 51 designations');
    for (const [link, rows] of [
      ['Next', ['Spruce 50 2001']],
      ['Previous', names.slice(0, 50).map((name) => `${name} 2001`)],
      ['Last', ['Spruce 50 2001']],
      ['First', names.slice(0, 50).map((name) => `${name} 2001`)],
    ] as const) {
      await page.goto(page.links(link)[0] ?? '');
      expect(rowsOf(page), link).toEqual(rows);
      if (rows.length === 1) expect(page.text()).toContain('Showing designation 51 of 51');
    }
    expect(page.path).toBe(`/designations?academicYearId=${academicYearId}`);
  });

  it('is narrowed by tabs, search, form, and chips', async () => {
    const page = await open();
    await page.goto('/designations');
    await page.goto(page.links('Pending 1')[0] ?? '');
    expect([rowsOf(page), page.path]).toEqual([
      ['birch high 2026'],
      `/designations?academicYearId=${year.id}&status=PENDING`,
    ]);
    await page.goto(page.links('All 3')[0] ?? '');
    page.fill({ highSchoolName: 'ced' });
    await page.press('Find');
    expect(rowsOf(page)).toEqual(['Cedar High 2026']);
    expect(chipsOf(page).toSorted()).toEqual(['Academic year: 2026', 'High school: ced']);

    await page.goto('/designations?academicYearId=all');
    page.fill({ academicYearId: year.id });
    page.check('status', 'PENDING', true);
    page.check('status', 'APPROVED', true);
    await page.press('Apply filters');
    expect(rowsOf(page)).toEqual(['birch high 2026', 'Cedar High 2026']);
    expect([...new Set(page.values('status'))]).toEqual(['PENDING', 'APPROVED']);
    expect(chipsOf(page)).toEqual(['Academic year: 2026', 'Status: Pending', 'Status: Approved']);
    expect(page.links(/^Download (?:these|all)/)).toEqual([
      `/api/designations/download?academicYearId=${year.id}&status=PENDING&status=APPROVED`,
      `/api/designations/download?academicYearId=${year.id}&status=PENDING&status=APPROVED&format=xlsx`,
      `/api/designations/download/year/${year.id}`,
    ]);
    expect(page.text()).toContain(
      'This CSV contains all designations for 2026 (3), not just those that match',
    );
    await page.goto(page.links('Remove filter Status: Approved')[0] ?? '');
    expect(rowsOf(page)).toEqual(['birch high 2026']);
    await page.goto(page.links('Clear filters')[0] ?? '');
    expect(rowsOf(page).filter((row) => !row.startsWith('Spruce'))).toHaveLength(4);
  });

  it('shows the active year with a tab for each status, and every year until it is opened again', async () => {
    const page = await open();
    await page.goto('/designations');
    expect(rowsOf(page)).toEqual(OF_2026);
    const counts = ['All 3', 'Started 1', 'Pending 1', 'Returned 0', 'Approved 1', 'Rejected 0'];
    expect(counts.map((label) => page.links(label).length)).toEqual([1, 1, 1, 1, 1, 1]);
    await page.goto(page.links('Pending 1')[0] ?? '');
    expect(/<a [^>]*aria-current="page"[^>]*>(?:<[^>]*>)*Pending/.test(page.html)).toBe(true);
    await page.goto(page.links('All 3')[0] ?? '');
    await page.goto(page.links('Remove filter Academic year: 2026')[0] ?? '');
    expect(page.path).toBe('/designations?academicYearId=all');
    await page.goto('/designations');
    await page.goto(page.links('Show all years')[0] ?? '');
    const all = rowsOf(page);
    expect(all.filter((row) => !row.startsWith('Spruce'))).toHaveLength(4);
    await page.goto(page.links('View birch high 2025')[0] ?? '');
    await page.goto(page.links('Designations').find((link) => link.includes('all')) ?? '');
    expect(rowsOf(page)).toEqual(all);
    await page.goto('/designations');
    expect(rowsOf(page)).toEqual(OF_2026);
  });

  it('finds schools by a part of their name, and drops the part or the school that no longer fits the other', async () => {
    const page = await open();
    await page.goto('/designations?sort=year');
    const find = async (name: string) => {
      page.fill({ highSchoolName: name });
      await page.press('Apply filters');
      return rowsOf(page);
    };
    expect(await find('R HIGH')).toEqual(['Cedar High 2026']);
    expect(chipsOf(page)).toEqual(['High school: R HIGH']);
    expect(page.links('Download this one as CSV')).toEqual([
      '/api/designations/download?highSchoolName=R+HIGH',
    ]);
    expect(await find('birch')).toEqual(['birch high 2026', 'birch high 2025']);
    expect(await find('nowhere')).toEqual([]);
    expect(page.text()).toContain('No designations match');
    expect(page.texts('[alert]')).toEqual([]);
    const { id } = await rest.orm.em.fork().findOneOrFail(HighSchoolEntity, { name: 'Cedar High' });
    await page.goto(`/designations?highSchoolId=${id}&highSchoolName=cedar+high`);
    expect(page.path).toBe(`/designations?highSchoolId=${id}`);
    await page.goto(`/designations?highSchoolId=${id}&highSchoolName=birch`);
    expect(page.path).toBe('/designations?highSchoolName=birch');
  });

  it('explains invalid parts of the URL, keeps the valid ones in its form, and lists nothing', async () => {
    const page = await open();
    expect(await page.goto('/designations?status=LOST&status=PENDING&afterDate=2026-11-03')).toBe(400);
    expect(page.texts('[alert]')).toEqual([
      'Unable to filter designations: Status: Choose one of the options.',
    ]);
    expect([rowsOf(page), page.links(/Download CSV/)]).toEqual([[], []]);
    expect([[...new Set(page.values('status'))], page.value('afterDate')]).toEqual([
      ['PENDING'],
      '2026-11-03',
    ]);
    page.fill({ beforeDate: '2026-11-01' });
    expect(await page.press('Apply filters')).toBe(400);
    expect(page.texts('[alert]')).toEqual([
      "Unable to filter designations: “Updated from” can't be later than “Updated to”.",
    ]);
    expect(page.value('beforeDate')).toBe('2026-11-01');
  });
});

describe('the filters of other lists without scripts', () => {
  const CUT = /Must be at most \d+ characters\./;

  it('are described by chips', async () => {
    const page = await open();
    const dates = 'afterDate=2026-03-03&downloadBeforeDate=2026-12-31';
    for (const [path, chips] of [
      [
        `/designations?highSchoolName=river&criteria=CUMULATIVE_WEIGHTED_GPA&${dates}&noDownloadDate=true`,
        [
          ...['High school: river', 'Criteria: Cumulative weighted GPA', 'Updated from: Mar 3, 2026'],
          ...['Downloaded to: Dec 31, 2026', 'Never downloaded'],
        ],
      ],
      ['/highschools?name=long&phone=907&status=ACTIVE', ['Name: long', 'Phone: 907', 'Status: Active']],
      [
        '/users?phone=907&flags=ADMIN&withDeleted=true',
        ['Phone number: 907', 'Flags: Administrator', 'Show deleted users'],
      ],
      ['/emails/deliveries?email=ann@example.org', ['Recipient: ann@example.org']],
    ] as const) {
      await page.goto(path);
      expect(chipsOf(page), path).toEqual(chips);
    }
  });

  it('refuse a text that is too long, and what is sorted by nothing', async () => {
    const page = await open();
    for (const [path, name] of [
      ['/designations', 'highSchoolName'],
      ['/highschools', 'name'],
      ['/users', 'name'],
    ] as const) {
      await page.goto(path);
      page.fill({ [name]: 'aurora '.repeat(128) });
      expect(await page.press('Find'), path).toBe(400);
      expect(page.texts('[alert]').join(), path).toMatch(CUT);
    }
    expect(await page.goto('/users?sort=age')).toBe(400);
    expect(page.texts('[alert]')).toEqual(['Unable to filter users: Sort by: Choose one of the options.']);
  });
});

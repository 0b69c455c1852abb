import { beforeEach, describe, expect, it } from 'vitest';
import { SEARCH_MINUTES, SEARCHES_MAX } from '#app/config/constants.ts';
import { searchSql } from '#app/domain/search/search-queries.server.ts';
import { parseSearchText } from '#app/domain/search/searched-text.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { type SearchResponse, SearchResponseSchema } from '#app/schemas/search.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, UNAUTHORIZED } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });

let admin: MadeUser;
let counselor: MadeUser;
let client: RestClient;
let aurora: { id: string };
let newest: MadeDesignation;
let earlier: MadeDesignation;

beforeEach(async () => {
  const [year, before] = [
    await makeYear(rest.orm, { year: 2026 }),
    await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' }),
  ];
  admin = await makeAdmin(rest.orm, {
    firstName: 'Marian',
    lastName: 'Ray',
    email: 'marian@office.example.org',
  });
  client = await rest.as(admin.id);
  aurora = await makeSchool(rest.orm, { name: 'Aurora High School', bannerCode: '020107' });
  ({ user: counselor } = await makeCounselor(rest.orm, [aurora.id]));
  const made = (academicYearId: string, students: { first: string; last: string; preferred?: string }[]) =>
    makeDesignation(rest.orm, {
      ...{ highSchoolId: aurora.id, academicYearId, submittedById: counselor.id },
      ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students },
    });
  newest = await made(year.id, [
    { first: 'Zoë', last: 'O’Brien-Núñez', preferred: 'Zo' },
    { first: 'Ann', last: 'Smithers' },
  ]);
  earlier = await made(before.id, [{ first: 'Joan', last: 'Smith' }]);
});

const search = (text: unknown, by = client) => by.post('/api/search', { text });

async function found(text: string): Promise<SearchResponse> {
  const response = await search(text);
  expect([response.status, text]).toEqual([200, text]);
  return response.read(SearchResponseSchema);
}
const studentsFor = async (text: string) => (await found(text)).students.map(({ first }) => first);

const disclosures = () =>
  storedRows(rest.orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'filter', 'rowCount', 'studentIds']);

describe('POST search', () => {
  it.each([
    ...['zoë', 'ZOE', 'Zo', 'obrien', "O'Brien", 'o’br', 'nunez', 'Núñez', 'Nunez, Zoe', 'zoe nunez'],
    ...['nunez-obrien', 'z obr', 'zo\u0065\u0308', ' Zoë   O’Brien ', 'zoe 2026'],
  ])('finds a student by %j', async (text) => {
    expect(await studentsFor(text)).toEqual(['Zoë']);
  });

  it.each(['rien', 'oe', 'zoe smith', 'zoe 2025', 'zo%', '__', 'z_e', 'zoe\\'])(
    'finds no student by %j',
    async (text) => {
      const response = await search(text);
      expect(response.status === 400 || response.read(SearchResponseSchema).students.length === 0).toBe(true);
    },
  );

  it('finds students by two letters only if they are a whole name, and schools by their beginnings', async () => {
    expect(await studentsFor('an')).toEqual([]);
    expect(await studentsFor('sm 2025')).toEqual([]);
    expect(await studentsFor('zo')).toEqual(['Zoë']);
    expect((await found('au')).schools.map(({ id }) => id)).toEqual([aurora.id]);
  });

  it('lists whole words first, then the newest year, with name, school, and year only', async () => {
    const { students, more } = await found('smith');
    expect(students).toEqual([
      {
        ...{ id: earlier.students[0]?.id, designationId: earlier.id },
        ...{ first: 'Joan', middle: earlier.students[0]?.middle, last: 'Smith', preferred: '' },
        ...{ highSchoolName: 'Aurora High School', year: 2025 },
      },
      expect.objectContaining({ first: 'Ann', year: 2026 }),
    ]);
    expect(more).toEqual([]);
  });

  it('finds a school by name, town, and banner code, with its designations, the newest first', async () => {
    for (const text of ['aurora', 'school aur', '020107']) {
      const { schools, designations } = await found(text);
      expect(schools.map(({ id }) => id)).toEqual([aurora.id]);
      expect(designations.map(({ year, status }) => [year, status])).toEqual([
        [2026, 'PENDING'],
        [2025, 'PENDING'],
      ]);
    }
    expect((await found('aurora 2025')).designations.map(({ id }) => id)).toEqual([earlier.id]);
    expect((await found('2026')).designations.map(({ id }) => id)).toEqual([newest.id]);
    expect((await found('2026')).students).toEqual([]);
  });

  it('finds people by name and address, with their first school and how many there are', async () => {
    const birch = await makeSchool(rest.orm, { name: 'Birch High School' });
    const { user } = await makeCounselor(rest.orm, [birch.id, aurora.id]);
    const { people } = await found(user.email);
    expect(people).toMatchObject([
      { id: user.id, highSchoolName: 'Aurora High School', highSchoolCount: 2, isDeleted: false },
    ]);
    expect((await found('Ray, Marian')).people).toMatchObject([{ id: admin.id, highSchoolName: null }]);
  });

  it('lists deleted accounts last', async () => {
    await makeUser(rest.orm, { firstName: 'Marian', lastName: 'Abel', flags: ['DELETED'] });
    const { people } = await found('marian');
    expect(people.map(({ lastName, isDeleted }) => [lastName, isDeleted])).toEqual([
      ['Ray', false],
      ['Abel', true],
    ]);
  });

  it('finds by ID and by reference', async () => {
    expect((await found(newest.id.toUpperCase())).designations.map(({ id }) => id)).toEqual([newest.id]);
    expect((await found(aurora.id)).schools.map(({ id }) => id)).toEqual([aurora.id]);
    expect((await found(counselor.id)).people.map(({ id }) => id)).toEqual([counselor.id]);
    const [student] = newest.students;
    expect((await found(student?.id ?? '')).students.map(({ id }) => id)).toEqual([student?.id]);
    const reference = shortReference(2026, newest.id);
    for (const text of [reference, reference.toLowerCase().replaceAll('-', ' ')]) {
      expect((await found(text)).designations.map(({ id }) => id)).toEqual([newest.id]);
    }
    expect((await found(shortReference(2025, newest.id))).designations).toEqual([]);
  });

  it('lists ten of each kind, and which kinds have more', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => makeSchool(rest.orm, { name: `Cedar ${index} School` })),
    );
    const { schools, more } = await found('cedar');
    expect([schools.length, more]).toEqual([10, ['schools']]);
    await makeDesignation(rest.orm, {
      ...{
        highSchoolId: schools[0]?.id ?? '',
        academicYearId: newest.academicYearId,
        submittedById: counselor.id,
      },
      students: Array.from({ length: 12 }, () => ({ first: 'Wren', last: 'Vireo' })),
    });
    const response = await found('wren');
    expect([response.students.length, response.more]).toEqual([10, ['students']]);
    const studentIds = response.students.map(({ id }) => id);
    expect(await disclosures()).toMatchObject([{ rowCount: 10, studentIds }]);
  });
});

describe('a search', () => {
  it('records one disclosure of the students shown, without the text', async () => {
    await found('smith');
    const [joan] = earlier.students;
    const [, ann] = newest.students;
    expect(await disclosures()).toEqual([
      {
        ...{ actor: admin.id, channel: 'REST', purpose: 'students.search', filter: {} },
        ...{ rowCount: 2, studentIds: [joan?.id, ann?.id] },
      },
    ]);
  });

  it('records nothing when it shows no student', async () => {
    await found('aurora');
    expect(await disclosures()).toEqual([]);
  });

  it('returns nothing when the disclosure cannot be recorded', async () => {
    await rest.orm.em
      .fork()
      .execute('alter table disclosure add constraint no_more check (row_count < 0) not valid');
    const response = await search('smith');
    expect(response.status).toBe(500);
    expect(JSON.stringify([response.body, rest.errorLog])).not.toMatch(/smith|joan/i);
  });

  it('keeps the text out of the log when the database fails', async () => {
    await rest.orm.em.fork().execute('alter table student rename column preferred to nickname');
    const response = await search('smith');
    expect([response.status, rest.errorLog.length]).toEqual([500, 1]);
    expect(JSON.stringify([response.body, rest.errorLog])).not.toMatch(/smith/i);
  });

  it('reads the names through their indexes', async () => {
    const em = rest.orm.em.fork();
    const plan = await em.transactional(async (tx) => {
      await tx.execute('set local enable_seqscan = off');
      const { sql, params } = searchSql(parseSearchText('smith ann'), 11);
      return tx.execute(`explain ${sql}`, [...params]);
    });
    for (const table of ['student', 'high_school', 'user_account']) {
      expect(JSON.stringify(plan)).toContain(`Bitmap Index Scan on ${table}_search_index`);
    }
  });

  it('takes the same statements however much it finds', async () => {
    const few = await rest.countStatements(() => search('smithers'));
    await makeDesignation(rest.orm, {
      ...{ highSchoolId: (await makeSchool(rest.orm, { name: 'Smith High School' })).id },
      ...{ academicYearId: newest.academicYearId, submittedById: counselor.id, students: 8 },
    });
    expect(await rest.countStatements(() => search('smith'))).toBe(few);
  });

  it("doesn't wait for another search of the same person", async () => {
    await search('aurora');
    const blocker = rest.orm.em.fork();
    await blocker.begin();
    await blocker.execute('lock table student in access exclusive mode');
    const slow = search('smith');
    await expect.poll(() => lockWaits(rest.orm)).toBe(1);
    const free = `select 1 from rate_limit where key like 'search:%' for update skip locked`;
    expect(await rest.orm.em.fork().execute(free)).toHaveLength(1);
    await blocker.rollback();
    expect((await slow).status).toBe(200);
  });

  it('is refused to staff and strangers, who learn nothing', async () => {
    const staff = await search('smith', await rest.as(counselor.id));
    expect([staff.status, staff.body]).toEqual([403, FORBIDDEN]);
    const stranger = await search('smith', await rest.as(null));
    expect([stranger.status, stranger.body]).toEqual([401, UNAUTHORIZED]);
    expect(await disclosures()).toEqual([]);
  });

  it.each([
    '',
    's',
    'j s',
    '.',
    '"',
    '’’',
    '%',
    ' ',
    'a 2026',
    'x'.repeat(101),
    'a\u0000b',
    '\ud800',
    '\u200b',
  ])('refuses %j with a sentence', async (text) => {
    const { status, body } = await search(text);
    expect([status, body]).toMatchObject([400, { issues: [{ path: ['text'] }] }]);
  });

  it.each([
    ...[
      "'; drop table student; --",
      '$1 ?',
      '\\',
      '%%%%ab',
      'ab'.repeat(50),
      '((((ab',
      '{{ab}}',
      'ﷺﷺ',
      '李明',
    ],
    ...[Array.from('abcdefgh', (letter) => `${letter}${letter}`).join(' '), 'a\u0301\u0301\u0301b', '😀😀'],
  ])('treats %j like any other text', async (text) => {
    const response = await search(text);
    expect([200, 400]).toContain(response.status);
    expect(response.status === 400 || response.read(SearchResponseSchema).students.length === 0).toBe(true);
  });

  it('reads its text only from the body', async () => {
    expect((await client.get('/api/search?text=smith')).status).toBe(405);
    expect((await client.post('/api/search?text=smith', { text: 'smith' })).status).toBe(400);
    expect((await search(['smith'])).status).toBe(400);
  });

  it('is limited per person, with when to try again', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < SEARCHES_MAX; count += 1) statuses.add((await search('aurora')).status);
    expect([...statuses]).toEqual([200]);
    const refused = await search('smith');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '300']);
    expect(refused.body).toMatchObject({
      message: "You've searched 100 times in 5 minutes. Try again in 5 minutes.",
    });
    expect(await disclosures()).toEqual([]);
    const other = await makeAdmin(rest.orm, {});
    expect((await search('smith', await rest.as(other.id))).status).toBe(200);
    rest.clock.advance(SEARCH_MINUTES * 60_000);
    expect((await search('smith')).status).toBe(200);
  });
});

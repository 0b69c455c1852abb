import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, AuditEntrySchema } from '#app/schemas/audit.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

let admin: MadeUser;
let client: RestClient;
let counselor: MadeUser;
let aurora: { id: string };
let ofAurora: MadeDesignation;
let ofBirch: MadeDesignation;

beforeEach(async () => {
  const year = await makeYear(rest.orm, { year: 2026 });
  admin = await makeAdmin(rest.orm, { firstName: 'Marian', lastName: 'Ray' });
  client = await rest.as(admin.id);
  aurora = await makeSchool(rest.orm, { name: 'Aurora High School' });
  const birch = await makeSchool(rest.orm, { name: 'Birch High School' });
  ({ user: counselor } = await makeCounselor(rest.orm, [aurora.id]));
  const made = (highSchoolId: string, first: string) =>
    makeDesignation(rest.orm, {
      highSchoolId,
      academicYearId: year.id,
      submittedById: counselor.id,
      status: 'PENDING',
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: [{ first, last: 'Quill' }],
    });
  ofAurora = await made(aurora.id, 'Zephyrine');
  ofBirch = await made(birch.id, 'Oberon');
});

const note = 'Zephyrine is not in your junior class.';

/** Returns Aurora's designation for a correction, opens Birch's, and changes Aurora's phone number. */
async function act(): Promise<void> {
  const returned = { status: 'RETURNED', reasons: ['STUDENT_DETAILS'], note };
  const responses = [
    await client.patch(`/api/designations/${ofAurora.id}`, returned, { 'If-Match': '"1"' }),
    await client.get(`/api/designations/${ofBirch.id}`),
    await client.patch(`/api/highschools/${aurora.id}`, { phone: '(907) 555-0142' }, { 'If-Match': '"1"' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
}

async function audit(query = ''): Promise<readonly AuditEntry[]> {
  const response = await client.get(`/api/audit${query}`);
  expect([response.status, query]).toEqual([200, query]);
  return response.read(AuditEntrySchema.array());
}
const kindsOf = (entries: readonly AuditEntry[]) => entries.map(({ kind }) => kind);
const ALL = ['designation.read', 'designation.returned', 'highSchool.changed'];

describe('the audit log', () => {
  beforeEach(act);

  it('lists changes and disclosures together with who, what, and which school', async () => {
    const entries = await audit();
    expect(
      kindsOf(entries)
        .filter((kind) => ALL.includes(kind))
        .sort(),
    ).toEqual(expect.arrayContaining([...ALL]));
    const found = (kind: string) => entries.filter((entry) => entry.kind === kind);
    expect(found('designation.returned')).toMatchObject([
      {
        type: 'EVENT',
        channel: 'REST',
        actor: { id: admin.id, firstName: 'Marian', email: admin.email },
        subject: {
          type: 'DESIGNATION',
          name: 'Aurora High School 2026',
          path: `/designations/${ofAurora.id}`,
        },
        disclosure: null,
      },
    ]);
    expect(found('designation.read').map(({ subject }) => subject?.name)).toContain('Birch High School 2026');
    expect(found('highSchool.changed')).toMatchObject([{ subject: { name: 'Aurora High School' } }]);
  });

  it('names invites and bounced addresses by their email address', async () => {
    const email = 'new.person@example.org';
    expect((await client.post('/api/users/invites', { email, flags: [] })).status).toBe(201);
    const [entry] = await audit('?kind=invite.created');
    expect(entry?.subject).toMatchObject({ type: 'INVITE', name: email, path: '/invites' });
  });

  it("contains no students' data and no note to the school, in JSON and in CSV", async () => {
    const entries = JSON.stringify(await audit());
    const csv = String((await client.get('/api/audit/download')).body);
    for (const text of [entries, csv]) {
      expect(text).toContain('Aurora High School');
      expect(text).not.toMatch(/Zephyrine|Oberon|Quill|junior class/);
    }
  });

  it('filters by person, school, student, type, kind, and time', async () => {
    const [student] = ofBirch.students;
    const queries: readonly [string, readonly string[]][] = [
      ['?person=marian%20r', ALL],
      ['?person=nobody', []],
      [`?highSchoolId=${aurora.id}`, ['designation.returned', 'highSchool.changed']],
      ['?highSchoolName=birch', ['designation.read']],
      [`?studentId=${student?.id}`, ['designation.read']],
      [`?subjectId=${aurora.id}`, ['highSchool.changed']],
      [`?subjectId=${ofAurora.id}`, ['designation.returned']],
      [`?subjectId=${ofBirch.id}`, ['designation.read']],
      ['?type=DISCLOSURE&highSchoolName=birch', ['designation.read']],
      ['?type=EVENT&highSchoolName=birch', []],
      ['?kind=highSchool.changed', ['highSchool.changed']],
      ['?beforeDate=2020-01-01', []],
      ['?afterDate=2999-01-01', []],
    ];
    for (const [query, kinds] of queries) {
      const found = kindsOf(await audit(query)).filter((kind) => ALL.includes(kind));
      expect([query, [...new Set(found)].sort()]).toEqual([query, kinds]);
    }
  });

  it('of a student lists full backups, too', async () => {
    const ctx = makeCtx({ orm: rest.orm, channel: 'CLI', now: rest.clock.now });
    await recordBackup(ctx, 'Weekly');
    const [student] = ofBirch.students;
    const found = await audit(`?studentId=${student?.id}&type=DISCLOSURE`);
    expect(kindsOf(found).sort()).toEqual(['database.backup', 'designation.read']);
    expect(kindsOf(await audit(`?studentId=${randomUUID()}`))).toEqual([]);
  });

  it('names the operating system user and host of commands and jobs, and filters by them', async () => {
    const ofHost = (osUser: string, host: string) =>
      makeCtx({ orm: rest.orm, channel: 'CLI', now: rest.clock.now, osAccount: { osUser, host } });
    await recordBackup(ofHost('root', 'web1'), 'Weekly');
    await getDesignation(ofHost('ada', 'web2'), ofBirch.id);
    await changeHighSchool(ofHost('ada', 'web2'), {
      id: aurora.id,
      patch: { phone: '(907) 555-0143' },
      ifMatch: null,
    });
    const shown = (entries: readonly AuditEntry[]) =>
      entries.map(({ actor, kind, osUser, host }) => [actor, kind, osUser, host]);
    expect(shown(await audit('?osUser=ROOT@web'))).toEqual([[null, 'database.backup', 'root', 'web1']]);
    expect(shown(await audit('?osUser=web2')).sort()).toEqual([
      [null, 'designation.read', 'ada', 'web2'],
      [null, 'highSchool.changed', 'ada', 'web2'],
    ]);
    expect(await audit('?osUser=nobody')).toEqual([]);
    const requests = (await audit()).filter(({ actor }) => actor !== null);
    expect(requests.map(({ osUser, host }) => osUser ?? host)).toEqual(requests.map(() => null));
    const [, line] = String((await client.get('/api/audit/download?osUser=root')).body).split('\r\n');
    expect(line).toMatch(
      /^[^,]+,Disclosure,The system,,"Command line, root@web1",Full backup of the database,/,
    );
  });

  it('continues after the last entry of a page, without gaps or repetitions', async () => {
    const all = await audit();
    const paged: AuditEntry[] = [];
    for (let before = ''; paged.length < all.length; before = `&before=${paged.at(-1)?.id}`) {
      const page = await audit(`?limit=1${before}`);
      expect(page.length).toBe(1);
      paged.push(...page);
    }
    expect(paged).toEqual(all);
    expect(await audit(`?before=${all.at(-1)?.id}`)).toEqual([]);
  });

  it('takes the same number of statements for one entry and for many', async () => {
    const one = await rest.countStatements(() => audit('?limit=1'));
    expect(await rest.countStatements(() => audit())).toBe(one);
  });

  it('is downloaded as CSV with the same filter, one line per entry', async () => {
    const response = await client.get('/api/audit/download?kind=highSchool.changed');
    expect(response.headers.get('Content-Disposition')).toMatch(/audit-log-\d{4}-\d\d-\d\d\.csv/);
    const [head, line, end] = String(response.body).split('\r\n');
    expect(head).toBe('When,Type,Who,Email,Channel,What,Subject,Details,Students');
    expect(line).toContain(`Change,Marian Ray,${admin.email},REST API,School changed,Aurora High School,`);
    expect(line).toContain('(907) 555-0142');
    expect(end).toBe('');
  });
});

it('the audit log is refused to everyone but administrators', async () => {
  await act();
  const staff = await rest.as(counselor.id);
  for (const path of ['/api/audit', '/api/audit/download', `/api/audit?highSchoolId=${aurora.id}`]) {
    expect(await staff.get(path)).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await (await rest.as(null)).get(path)).toMatchObject({ status: 401, body: UNAUTHORIZED });
  }
});

it('the audit log returns 400 for invalid filters', async () => {
  for (const query of ['type=OTHER', 'studentId=1', 'afterDate=yesterday', 'before=1', 'limit=0']) {
    expect([query, (await client.get(`/api/audit?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await client.get(`/api/audit?before=${randomUUID()}`)).body).toEqual([]);
});

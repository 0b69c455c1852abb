import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const old = useDatabase('each test');
const empty = useDatabase('each test');
let orm: Orm;
let folder: string;

beforeEach(async () => {
  orm = await openOrm(empty.url);
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-moving-'));
  const source = await openOrm(old.url);
  await fillOldInstallation(source);
  await source.close(true);
  return async () => {
    await orm.close(true);
    await rm(folder, { recursive: true });
  };
});

const ADDRESS = {
  address1: '1 "Main" Street, Rear',
  address2: 'Unit 4',
  city: 'Utqiaġvik',
  state: 'AK',
} as const;

/** Two years with a designation of every status, and with values that spreadsheets or separators could damage. */
async function fillOldInstallation(source: Orm): Promise<void> {
  const active = await makeYear(source, { year: 2026 });
  const past = await makeYear(source, { year: 2025, status: 'INACTIVE' });
  const aurora = await makeSchool(source, {
    name: 'Aurora High, North; East',
    bannerCode: '021099',
    notes: '=1+1\nA second line, with a comma',
    fax: '(907) 555-0198',
  });
  const twin = await makeSchool(source, { name: 'Birch High', bannerCode: '', salesforceId: '' });
  const otherTwin = await makeSchool(source, {
    name: 'Birch High',
    salesforceId: 'SF-2',
    status: 'INACTIVE',
  });
  const { user: cleo } = await makeCounselor(source, [aurora.id], { firstName: '@Cleo', lastName: "O'Hara" });
  const admin = await makeAdmin(source, { phone: '(907) 555-0100, extension 12' });
  const gone = await makeUser(source, { flags: ['DELETED'], lastName: '' });
  const clock = createTestClock();
  const system = makeCtx({ orm: source, now: clock.now });
  const of = (schoolId: string, yearId: string, by: string) => ({
    ...{ highSchoolId: schoolId, academicYearId: yearId, submittedById: by },
    ...({ classSize: 25, criteria: 'OTHER', criteriaComment: 'Grades,\n"and" essays' } as const),
  });
  const approved = await makeDesignation(source, {
    ...{
      ...of(aurora.id, past.id, cleo.id),
      status: 'PENDING',
      downloadedAt: new Date('2025-11-02T07:08:09Z'),
    },
    students: [
      studentInput({
        first: '=cmd|x',
        last: "-O'Brien",
        preferred: "'Bo",
        parentEmail: 'p@example.org',
        twin: true,
      }),
      studentInput({
        address: {
          ...ADDRESS,
          zip5: '01720',
          zip4: '0042',
          firmName: 'c/o Firm; Co',
          urbanization: 'Urb. Sol',
        },
      }),
      { dateOfBirth: '', phone: '', email: '', first: 'Only', last: '' },
    ],
  });
  await source.em
    .fork()
    .nativeUpdate(StudentEntity, approved.students[1]?.id ?? '', { address: { status: 'VALID' } });
  await source.em.fork().insert(EventEntity, {
    ...{ id: randomUUID(), at: new Date('2025-10-31T23:59:58Z'), kind: 'designation.submitted' },
    ...{ subjectType: 'DESIGNATION', subjectId: approved.id, channel: 'BROWSER', actor: cleo.id },
  });
  await decide(approved.id, { status: 'APPROVED' });
  const returned = await makeDesignation(source, {
    ...{ ...of(twin.id, past.id, gone.id), status: 'PENDING', acceptedTermsAt: null, students: 1 },
  });
  const why = ['OTHER', 'ADDRESS'] as const;
  await decide(returned.id, { status: 'RETURNED', reasons: [...why], note: 'Two lines,\n=and more' });
  const rejected = await makeDesignation(source, {
    ...of(aurora.id, active.id, admin.id),
    status: 'PENDING',
  });
  await decide(rejected.id, { status: 'REJECTED', note: "Late; see 'our' letter" });
  await makeDesignation(source, {
    highSchoolId: otherTwin.id,
    academicYearId: active.id,
    submittedById: cleo.id,
  });
  const pending = of(otherTwin.id, past.id, cleo.id);
  await makeDesignation(source, {
    ...pending,
    classSize: 0,
    criteria: null,
    criteriaComment: null,
    status: 'PENDING',
  });

  async function decide(id: string, patch: Parameters<typeof patchDesignation>[1]['patch']): Promise<void> {
    clock.advance(90_000);
    await patchDesignation(system, { id, patch: { ...patch, notify: false }, ifMatch: null });
  }
}

const EXPORTS = ['schools', 'users', 'designations'] as const;

async function exportAll(url: string, to: string, format: 'csv' | 'xlsx'): Promise<void> {
  for (const what of EXPORTS) {
    const mark = what === 'designations' ? ['--no-mark'] : [];
    const file = path.join(folder, `${to}-${what}.${format}`);
    const { code } = await callLaurel(url, ['export', what, '--format', format, '-o', file, ...mark]);
    expect(code).toBe(0);
  }
}

const importArgs = (what: string, format: string, ...more: string[]) => [
  ...[what, 'import', path.join(folder, `old-${what}.${format}`), ...more],
];

async function importAll(format: 'csv' | 'xlsx', more = ['--yes']): Promise<number[]> {
  const codes: number[] = [];
  for (const what of EXPORTS) {
    codes.push((await callLaurel(empty.url, importArgs(what, format, ...more))).code);
  }
  return codes;
}

async function cellsOf(file: string): Promise<string[][]> {
  const bytes = await readFile(path.join(folder, file));
  if (file.endsWith('.csv')) return parse(bytes, { bom: true });
  const { sheets } = await readXlsx(bytes);
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
}

async function addYears(): Promise<void> {
  for (const year of ['2025', '2026']) await callLaurel(empty.url, ['years', 'add', year]);
}

describe.each(['xlsx', 'csv'] as const)('an export as %s', (format) => {
  it('imports into an empty installation without losing a cell of a column, and then changes nothing', async () => {
    await addYears();
    await exportAll(old.url, 'old', format);
    expect(await importAll(format)).toEqual([0, 0, 0]);
    await exportAll(empty.url, 'new', format);
    for (const what of EXPORTS) {
      const before = await cellsOf(`old-${what}.${format}`);
      expect(before.length).toBeGreaterThan(3);
      expect(await cellsOf(`new-${what}.${format}`)).toEqual(before);
    }
    const snapshot = await watchRows(orm);
    expect(await importAll(format)).toEqual([3, 3, 3]);
    expect(await importAll(format, ['--dry-run'])).toEqual([3, 3, 3]);
    expect(await snapshot.changed()).toEqual([]);
    expect(await readdir(folder)).toHaveLength(6);
  });
});

describe('imported designations', () => {
  const added = () => orm.em.fork().find(DesignationEntity, {}, { orderBy: { id: 'asc' } });

  it('have a history with their dates and the name of the file, disclosures with it, and no emails', async () => {
    await addYears();
    await exportAll(old.url, 'old', 'xlsx');
    expect(await importAll('xlsx')).toEqual([0, 0, 0]);
    const source = await openOrm(old.url);
    const [approved] = await storedRows(source, DesignationEntity, ['id'], { where: { status: 'APPROVED' } });
    const [decided] = await storedRows(source, EventEntity, ['at'], {
      where: { kind: 'designation.approved' },
    });
    await source.close(true);
    const from = { from: null, to: 'old-designations.xlsx' };
    const events = await storedRows(orm, EventEntity, ['kind', 'at', 'channel', 'changes'], {
      where: { subjectId: approved?.id },
      orderBy: { at: 'asc' },
    });
    const students = await storedRows(orm, StudentEntity, ['id'], {
      where: { designation: approved?.id },
      orderBy: { position: 'asc' },
    });
    const ids = students.map(({ id }) => id);
    const wholeSeconds = new Date(Math.floor((decided?.at.getTime() ?? 0) / 1000) * 1000);
    expect(events).toEqual([
      {
        ...{ kind: 'designation.submitted', at: new Date('2025-10-31T23:59:58Z'), channel: 'CLI' },
        changes: { importedFrom: from },
      },
      {
        kind: 'designation.approved',
        at: wholeSeconds,
        channel: 'CLI',
        changes: { importedFrom: from, decision: { reasons: [], notified: false } },
      },
      {
        kind: 'designation.imported',
        at: expect.any(Date) as Date,
        channel: 'CLI',
        changes: {
          importedFrom: from,
          status: { from: null, to: 'APPROVED' },
          students: { from: 0, to: 3, added: ids, removed: [], changed: [] },
        },
      },
    ]);
    const disclosures = await storedRows(orm, DisclosureEntity, ['purpose', 'filter', 'studentIds']);
    const [disclosure] = disclosures.filter(({ purpose }) => purpose === 'designations.import');
    expect(disclosure?.filter).toEqual({ importedFrom: 'old-designations.xlsx' });
    expect(disclosure?.studentIds).toEqual(expect.arrayContaining(ids));
    expect(await orm.em.fork().count(OutboxMailEntity)).toBe(0);
    const created = await storedRows(orm, EventEntity, ['kind', 'changes'], {
      where: { kind: { $in: ['user.created', 'staff.added', 'highSchool.created'] } },
    });
    expect(created.map(({ kind, changes }) => [kind, changes['importedFrom']])).toEqual(
      created.map(({ kind }) => [
        kind,
        { from: null, to: `old-${kind === 'highSchool.created' ? 'schools' : 'users'}.xlsx` },
      ]),
    );
    expect(created.length).toBeGreaterThan(6);
  });

  it('come with all others of the file, or none does', async () => {
    await addYears();
    await callLaurel(empty.url, ['years', 'activate', '2026', '--yes']);
    await exportAll(old.url, 'old', 'xlsx');
    const designations = importArgs('designations', 'xlsx', '--yes');
    const without = await callLaurel(empty.url, designations);
    expect(without.code).toBe(1);
    expect(without.stdout).toContain('Import the schools first: laurel schools import');
    expect(without.stdout).toContain('Import the users first: laurel users import');
    await callLaurel(empty.url, importArgs('schools', 'xlsx', '--yes'));
    await callLaurel(empty.url, importArgs('users', 'xlsx', '--yes'));
    const refused = await callLaurel(empty.url, designations);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('year,"2026 is the active year, in which schools designate.');
    expect(await added()).toEqual([]);
    expect(await callLaurel(empty.url, [...designations, '--year', '2025'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("This isn't 2025.") as string,
    });
    await callLaurel(empty.url, ['years', 'deactivate', '2026', '--yes']);
    expect(await callLaurel(empty.url, designations)).toMatchObject({
      code: 0,
      stderr: 'Imported 5 designations with 4 students for 2025 and 2026.\n',
    });
    expect(await added()).toHaveLength(5);
  });
});

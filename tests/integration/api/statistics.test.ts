import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DecisionReason } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { type StatisticsRow, StatisticsRowSchema } from '#app/schemas/statistics.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

let client: RestClient;
let counselor: MadeUser;
let last: MadeYear;
let present: MadeYear;
let aurora: { id: string };
let birch: { id: string };

beforeEach(async () => {
  last = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
  present = await makeYear(rest.orm, { year: 2026 });
  client = await rest.as((await makeAdmin(rest.orm)).id);
  aurora = await makeSchool(rest.orm, { name: 'Aurora High School' });
  birch = await makeSchool(rest.orm, { name: 'Birch High School' });
  ({ user: counselor } = await makeCounselor(rest.orm, [aurora.id]));
});

const made = (
  school: { id: string },
  year: MadeYear,
  status: MadeDesignation['status'],
  students: readonly string[] = [],
) =>
  makeDesignation(rest.orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: counselor.id,
    status,
    students: students.map((first) => ({ first, last: 'Quill' })),
  });

/** Records an event on a day of 2026. */
function happened(
  { id }: MadeDesignation,
  kind: EventKind,
  day: string,
  reasons: readonly DecisionReason[] = [],
) {
  const changes = reasons.length === 0 ? {} : { decision: { reasons, note: 'See above', notified: true } };
  return makeEvent(rest.orm, new Date(`2026-${day}T20:00:00Z`), {
    kind,
    subject: ['DESIGNATION', id],
    changes,
  });
}

/**
 * Aurora was returned once and approved; Birch waits in 2026, after a return that was undone, and was approved in 2025 before
 * events were kept.
 */
async function twoYears(): Promise<void> {
  const ofAurora = await made(aurora, present, 'APPROVED', ['Zephyrine', 'Oberon']);
  await happened(ofAurora, 'designation.submitted', '01-10');
  await happened(ofAurora, 'designation.returned', '01-12', ['ADDRESS', 'CLASS_SIZE']);
  await happened(ofAurora, 'designation.submitted', '01-15');
  await happened(ofAurora, 'designation.approved', '01-19');
  await happened(ofAurora, 'designation.reopened', '01-20');
  await happened(ofAurora, 'designation.decisionUndone', '01-21');
  const ofBirch = await made(birch, present, 'PENDING', ['Titania']);
  await happened(ofBirch, 'designation.submitted', '01-11');
  await happened(ofBirch, 'designation.returned', '01-12', ['OTHER']);
  await happened(ofBirch, 'designation.decisionUndone', '01-13');
  await made(birch, last, 'APPROVED', ['Puck', 'Moth', 'Cobweb']);
}

async function statistics(query = ''): Promise<readonly StatisticsRow[]> {
  const response = await client.get(`/api/statistics${query}`);
  expect([response.status, query]).toEqual([200, query]);
  return response.read(StatisticsRowSchema.array());
}
const namesOf = (rows: readonly StatisticsRow[]) => rows.map(({ name }) => name);

describe('statistics', () => {
  beforeEach(twoYears);

  it('count schools, students, returns, reasons, and median days of each year, newest first', async () => {
    const rows = await statistics();
    expect(rows).toMatchObject([
      {
        ...{ key: present.id, name: '2026', schools: 2, submitted: 2, approved: 1, rejected: 0, students: 3 },
        ...{ reviewDays: 3, correctionDays: 3, returns: 1 },
        reasons: { ADDRESS: 1, CLASS_SIZE: 1, OTHER: 0 },
      },
      {
        ...{ key: last.id, name: '2025', schools: 1, submitted: 1, approved: 1, students: 3 },
        ...{ reviewDays: null, correctionDays: null, returns: 0, reasons: { ADDRESS: 0 } },
      },
    ]);
  });

  it('leave out designations that were only started, and the students of rejected ones', async () => {
    const chugach = await makeSchool(rest.orm, { name: 'Chugach High School' });
    await made(chugach, present, 'STARTED', ['Snug']);
    const dillingham = await makeSchool(rest.orm, { name: 'Dillingham High School' });
    await made(dillingham, present, 'REJECTED', ['Snout', 'Bottom']);
    expect((await statistics())[0]).toMatchObject({ schools: 3, submitted: 3, rejected: 1, students: 3 });
    const bySchool = await statistics(`?by=school&academicYearId=${present.id}`);
    expect(namesOf(bySchool)).toEqual(['Aurora High School', 'Birch High School', 'Dillingham High School']);
  });

  it('group by school and by city, of all years or of one', async () => {
    expect(await statistics('?by=school')).toMatchObject([
      { key: aurora.id, submitted: 1, students: 2 },
      { key: birch.id, submitted: 2, students: 4 },
    ]);
    expect(await statistics(`?by=school&academicYearId=${last.id}`)).toMatchObject([
      { key: birch.id, submitted: 1, students: 3 },
    ]);
    expect(await statistics('?by=city')).toMatchObject([
      { key: 'juneau', name: 'Juneau', schools: 2, submitted: 3, students: 6 },
    ]);
  });

  it('sort by a figure, with unknown ones last, and return a page', async () => {
    expect(namesOf(await statistics('?by=school&sort=students'))[0]).toBe('Birch High School');
    expect(namesOf(await statistics('?by=school&sort=students&direction=asc'))[0]).toBe('Aurora High School');
    for (const direction of ['desc', 'asc']) {
      const rows = await statistics(`?by=school&sort=reviewDays&direction=${direction}`);
      expect(rows.map(({ reviewDays }) => reviewDays)).toEqual([3, null]);
    }
    expect(namesOf(await statistics('?by=school&limit=1&offset=1'))).toEqual(['Birch High School']);
    expect(namesOf(await statistics('?direction=asc'))).toEqual(['2025', '2026']);
  });

  it("contain no student's name, in JSON and in CSV", async () => {
    const csv = String((await client.get('/api/statistics/download?by=school')).body);
    for (const text of [JSON.stringify(await statistics('?by=school')), csv]) {
      expect(text).toContain('Aurora High School');
      expect(text).not.toMatch(/Zephyrine|Oberon|Titania|Quill|See above/);
    }
  });

  it('are downloaded as CSV with the same figures, one line per group', async () => {
    const response = await client.get('/api/statistics/download');
    expect(response.headers.get('Content-Disposition')).toMatch(/statistics-\d{4}-\d\d-\d\d\.csv/);
    const [head, line, earlier, end] = String(response.body).split('\r\n');
    expect(head).toMatch(
      /^Year,Schools,Submitted,Approved,Rejected,Students,Days to review,Days to resubmit,Returns,/,
    );
    expect(line).toBe('2026,2,2,1,0,3,3,3,1,1,0,1,0,0,0,0');
    expect(earlier).toBe('2025,1,1,1,0,3,,,0,0,0,0,0,0,0,0');
    expect(end).toBe('');
  });

  it('are downloaded as an Excel workbook', async () => {
    const response = await client.get('/api/statistics/download?format=xlsx');
    expect(response.headers.get('Content-Disposition')).toMatch(/statistics-\d{4}-\d\d-\d\d\.xlsx/);
    expect(response.headers.get('Content-Type')).toMatch(/spreadsheetml/);
    const { sheets } = await readXlsx(z.instanceof(Uint8Array).parse(response.body));
    expect(sheets[0]?.rows[1]?.slice(0, 6)).toEqual(['2026', '2', '2', '1', '0', '3']);
  });

  it('take the same number of statements for one group and for many', async () => {
    const one = await rest.countStatements(() => statistics('?by=school&limit=1'));
    expect(await rest.countStatements(() => statistics('?by=school'))).toBe(one);
  });
});

it('statistics are refused to everyone but administrators', async () => {
  await twoYears();
  const staff = await rest.as(counselor.id);
  for (const path of ['/api/statistics', '/api/statistics/download', '/api/statistics?by=school']) {
    expect(await staff.get(path)).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await (await rest.as(null)).get(path)).toMatchObject({ status: 401, body: UNAUTHORIZED });
  }
});

it('statistics return 404 for an unknown year, and 400 for an unknown grouping', async () => {
  const unknown = await client.get('/api/statistics?academicYearId=7a1c2ad0-3f1f-4c2e-9c69-0e7d1f6f2b11');
  expect(unknown.status).toBe(404);
  expect((await client.get('/api/statistics?by=state')).status).toBe(400);
});

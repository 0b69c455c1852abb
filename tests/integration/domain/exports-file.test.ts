import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { guardedCell, unguardedCell } from '#app/lib/csv/formula-guard.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';

const HEADERS = [
  'designation id',
  'year',
  'school name',
  'banner code',
  'salesforce id',
  'class size',
  'criteria',
  'criteria comment',
  'status',
  'submitted by',
  'submitted-by email',
  'updated',
  'downloaded',
  'student id',
  'first',
  'middle',
  'last',
  'preferred',
  'date of birth',
  'twin',
  'phone',
  'email',
  'parent email',
  'address1',
  'address2',
  'city',
  'state',
  'zip5',
  'zip4',
  'address status',
];

const database = useDatabase('each test');
let orm: Orm;
let scene: ExportScene;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await exportScene(orm);
});

describe('the CSV file of an export', () => {
  it('has a line per student, with every column of the decisions in order, and parses back to the data', async () => {
    const { id, students } = await scene.designate(scene.aurora, {
      classSize: 20,
      criteria: 'OTHER',
      criteriaComment: '=1+1, "quoted"\nand a second line',
      status: 'APPROVED',
      updatedAt: new Date('2026-07-04T20:30:15.000Z'),
      downloadedAt: new Date('2026-11-20T20:30:15.000Z'),
      students: [
        {
          first: '=cmd|x',
          middle: '+1',
          last: "-O'Brien",
          preferred: '@me',
          twin: true,
          parentEmail: 'parent@example.org',
          address: {
            address1: '1 "Quoted", Street',
            address2: 'Apt 4',
            city: 'Utqiaġvik',
            state: 'AK',
            zip5: '99723',
            zip4: '0001',
          },
        },
        {},
      ],
    });
    const [first, second] = students;
    const { text } = await scene.download({ designationId: id });
    const lines = parse(text);
    expect(lines).toEqual([
      HEADERS,
      [
        id,
        '2026',
        'Aurora High',
        `'=HYPERLINK("x")`,
        '0012',
        '20',
        'Other',
        `'=1+1, "quoted"\nand a second line`,
        'APPROVED',
        `'@Cleo ${scene.counselor.lastName}`,
        scene.counselor.email,
        '2026-07-04T12:30:15-08:00',
        '2026-11-20T11:30:15-09:00',
        first?.id,
        "'=cmd|x",
        "'+1",
        "'-O'Brien",
        "'@me",
        '2010-03-04',
        'Yes',
        '(907) 555-0123',
        first?.email,
        'parent@example.org',
        '1 "Quoted", Street',
        'Apt 4',
        'Utqiaġvik',
        'AK',
        '99723',
        '0001',
        'UNVERIFIED',
      ],
      [
        ...(lines[1] as string[]).slice(0, 13),
        second?.id,
        second?.first,
        '',
        second?.last,
        '',
        '2010-03-04',
        'No',
        '(907) 555-0123',
        second?.email,
        '',
        second?.address.address1,
        '',
        'Juneau',
        'AK',
        '99801',
        '',
        'UNVERIFIED',
      ],
    ]);
  });

  it('is UTF-8 with a byte order mark, and every line ends with CRLF', async () => {
    await scene.designate(scene.borealis, { students: 1 });
    const { stream, contentType } = await streamDesignations(scene.ctxOf(), { filter: {} });
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(contentType).toBe('text/csv; charset=utf-8');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect([lines[0], lines.length, lines.at(-1)]).toEqual([HEADERS.join(','), 3, '']);
    expect(lines[1]).toContain('"Borealis, ""the"" High"');
  });

  it("matches the CSV library's output for any text in the database", async () => {
    const unit = fc.oneof(
      fc.constantFrom(...Array.from('=+-@\t\r\n",\'; a\u001f\u2028')),
      fc.constantFrom('é', '＝', '😀'),
    );
    const texts = fc.sample(fc.string({ unit, maxLength: 8 }), 400);
    const { id, students } = await scene.designate(scene.aurora, {
      criteriaComment: ', "$&"',
      students: texts.map((text) => ({ first: text, middle: `,${text}`, preferred: 'plain' })),
    });
    const { text } = await scene.download({ designationId: id });
    const lines = parse(text);
    const cells = lines.slice(1).map((line) => [line[7], ...line.slice(13, 18)]);
    expect(cells).toEqual(
      students.map((student, n) => [
        ', "$&"',
        student.id,
        guardedCell(texts[n] ?? ''),
        `,${texts[n]}`,
        student.last,
        'plain',
      ]),
    );
    expect(text).toBe(csvLines(lines.map((line) => line.map(unguardedCell))));
  });

  it('gives a school without students one line with the student columns empty', async () => {
    const { id } = await scene.designate(scene.aurora, { classSize: null });
    const [row, ...others] = await scene.rowsOf({ designationId: id });
    expect(others).toEqual([]);
    expect(Object.values(row ?? {}).slice(0, 7)).toEqual([
      id,
      '2026',
      'Aurora High',
      `'=HYPERLINK("x")`,
      '0012',
      '',
      '',
    ]);
    expect(Object.values(row ?? {}).slice(12)).toEqual(Array.from({ length: 18 }, () => ''));
  });

  it('contains only a header if nothing is selected', async () => {
    const { text } = await scene.download({ filter: {} });
    expect(text).toBe(`${HEADERS.join(',')}\r\n`);
    expect(await scene.disclosures()).toEqual([]);
  });

  it('is named after its content', async () => {
    const { id } = await scene.designate(await makeSchool(orm, { name: "St. Élodie's / Nome" }));
    const names = [];
    for (const selection of [
      { academicYearId: scene.pastYear.id },
      { designationId: id },
      { filter: {} },
      { highSchoolId: scene.aurora.id },
      { userId: scene.counselor.id },
    ]) {
      names.push((await scene.download(selection, { now: () => new Date('2026-11-22T08:00:00Z') })).fileName);
    }
    expect(names).toEqual([
      'designations-2025.csv',
      'designation-st-elodie-s-nome-2026.csv',
      'designations-2026-11-21.csv',
      'designations-2026-11-21.csv',
      'designations-2026-11-21.csv',
    ]);
  });
});

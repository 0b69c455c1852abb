import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DesignationSelection } from '#app/domain/exports/designation-selection.server.ts';
import {
  type BrowserExport,
  browserExport,
  type ExportFile,
} from '#app/domain/exports/export-file.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { streamHighSchools, streamUsers } from '#app/domain/exports/stream-lists.server.ts';
import { unguardedCell } from '#app/lib/csv/formula-guard.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';
import { makeManyDesignations } from '#tests/support/many-designations.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: ExportScene;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await exportScene(orm);
});

const bytesOf = async ({ stream }: ExportFile) => new Uint8Array(await new Response(stream).arrayBuffer());
const textOf = async (file: ExportFile) => new TextDecoder().decode(await bytesOf(file));

async function cellsOf(file: ExportFile): Promise<string[][]> {
  const { sheets } = await readXlsx(await bytesOf(file));
  const width = sheets[0]?.rows[0]?.length ?? 0;
  return (sheets[0]?.rows ?? []).map((row) =>
    Array.from({ length: width }, (_, index) => String(row[index] ?? '')),
  );
}

const designations = (wanted: BrowserExport, selection: DesignationSelection) =>
  streamDesignations(scene.ctxOf(), selection, browserExport(wanted));
const ALL: DesignationSelection = { filter: {} };
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const markCount = async () =>
  (await scene.marks()).filter(({ downloadedAt }) => downloadedAt !== null).length;

describe('an Excel export', () => {
  it('of designations has the cells of the CSV as text, without its guards against formulas', async () => {
    await scene.designate(scene.aurora, { students: [{ first: '=cmd|x', last: "-O'Brien" }, {}] });
    await scene.designate(scene.borealis);
    const csv = parse(await textOf(await designations({}, ALL)), { bom: true });
    const again = await designations({ format: 'xlsx' }, ALL);
    expect(again).toMatchObject({ fileName: 'designations-2026-11-21.xlsx', contentType: WORKBOOK_TYPE });
    const cells = await cellsOf(again);
    const downloaded = csv[0]?.indexOf('downloaded') ?? -1;
    const width = csv[0]?.length ?? 0;
    const withoutMark = (rows: string[][]) =>
      rows.map((row) => row.slice(0, width).filter((_, index) => index !== downloaded));
    expect(withoutMark(cells)).toEqual(withoutMark(csv.map((row) => row.map(unguardedCell))));
    expect(cells[0]?.slice(width)).toEqual([
      ...['created', 'submitted', 'decided', 'terms agreed', 'terms version', 'reasons', 'note'],
      ...['firm', 'urbanization'],
    ]);
    expect(cells.map((row) => row[3])).toContain('=HYPERLINK("x")');
  });

  it('of schools and of users has the cells of the CSV', async () => {
    const exports = [
      (wanted: BrowserExport) => streamHighSchools(scene.ctxOf(), { filter: {} }, browserExport(wanted)),
      (wanted: BrowserExport) => streamUsers(scene.ctxOf(), { filter: {} }, browserExport(wanted)),
    ];
    for (const open of exports) {
      const csv = parse(await textOf(await open({})), { bom: true });
      expect(csv.length).toBeGreaterThan(2);
      expect(await cellsOf(await open({ format: 'xlsx' }))).toEqual(csv.map((row) => row.map(unguardedCell)));
    }
  });

  it('records the same disclosure and marks as CSV, with its own purpose', async () => {
    const { students } = await scene.designate(scene.aurora, { students: 2 });
    await bytesOf(await designations({ format: 'xlsx' }, { highSchoolId: scene.aurora.id }));
    expect(await scene.disclosures()).toEqual([
      expect.objectContaining({
        actor: scene.admin.id,
        purpose: 'designations.downloadWorkbook',
        filter: { highSchoolId: scene.aurora.id },
        studentIds: students.map(({ id }) => id),
      }),
    ]);
    expect(await markCount()).toBe(1);
  });

  it('that is not received to its last byte marks nothing, and discloses what was sent', async () => {
    await makeManyDesignations(scene, { schools: 120, studentsEach: 3 });
    const { stream } = await designations({ format: 'xlsx' }, ALL);
    const whole: Uint8Array[] = [];
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      whole.push(value);
    }
    expect(await markCount()).toBe(120);
    const disclosed = await scene.disclosures();
    expect(disclosed.flatMap(({ studentIds }) => studentIds)).toHaveLength(360);

    await scene.ctxOf().em.nativeUpdate(DesignationEntity, {}, { downloadedAt: null });
    const cut = await designations({ format: 'xlsx' }, ALL);
    const reader = cut.stream.getReader();
    for (let read = 0; read < whole.length; read += 1) expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    expect(await markCount()).toBe(0);
    expect((await scene.disclosures()).flatMap(({ studentIds }) => studentIds)).toHaveLength(720);
  });

  it('that a reader cancels before the first student is not recorded', async () => {
    await scene.designate(scene.aurora, { students: 2 });
    const { stream } = await designations({ format: 'xlsx' }, ALL);
    await stream.cancel();
    expect(await scene.disclosures()).toEqual([]);
  });

  it('has only the header when nothing matches', async () => {
    const [header, ...rows] = await cellsOf(await designations({ format: 'xlsx' }, ALL));
    expect(header?.slice(0, 3)).toEqual(['designation id', 'year', 'school name']);
    expect(rows).toEqual([]);
  });
});

describe('an export with a profile', () => {
  it.each(['csv', 'xlsx'] as const)('has only its columns, in its order, as %s', async (format) => {
    await scene.designate(scene.aurora, { students: [{ last: '=Ash', first: 'Ann' }, { last: 'Birch' }] });
    await scene.designate(scene.borealis);
    await makeExportProfile(orm, { columns: ['last', 'school name', 'twin', 'banner code'] });
    const file = await designations({ format, profile: 'banner ' }, ALL);
    const cells = format === 'csv' ? parse(await textOf(file), { bom: true }) : await cellsOf(file);
    expect(cells.map((row) => row.map(unguardedCell))).toEqual([
      ['last', 'school name', 'twin', 'banner code'],
      ['=Ash', 'Aurora High', 'No', '=HYPERLINK("x")'],
      ['Birch', 'Aurora High', 'No', '=HYPERLINK("x")'],
      ['', 'Borealis, "the" High', '', scene.borealis.bannerCode],
    ]);
  });

  it.each(['csv', 'xlsx'] as const)(
    'can have the columns that only workbooks have by default, as %s',
    async (format) => {
      const { students } = await scene.designate(scene.aurora, { students: [{ last: 'Ash' }] });
      const header = ['firm', 'created', 'last', 'note', 'terms version'];
      await makeExportProfile(orm, { columns: header });
      const file = await designations({ format, profile: 'Banner' }, ALL);
      const [first, row] = format === 'csv' ? parse(await textOf(file), { bom: true }) : await cellsOf(file);
      expect(first).toEqual(header);
      expect(row).toEqual(['', expect.stringMatching(/^\d{4}-\d\d-\d\dT/), 'Ash', '', expect.any(String)]);
      expect(await scene.disclosures()).toEqual([
        expect.objectContaining({ studentIds: students.map(({ id }) => id) }),
      ]);
    },
  );

  it("with only a student's firm, which only workbooks have by default, discloses the student", async () => {
    const { students } = await scene.designate(scene.aurora, { students: 1 });
    await makeExportProfile(orm, { columns: ['school name', 'firm'] });
    await textOf(await designations({ profile: 'Banner' }, ALL));
    expect(await scene.disclosures()).toEqual([
      expect.objectContaining({ studentIds: students.map(({ id }) => id) }),
    ]);
  });

  it('says in the disclosure which profile it was', async () => {
    const { students } = await scene.designate(scene.aurora, { students: 1 });
    await makeExportProfile(orm, { columns: ['address1'] });
    await textOf(await designations({ profile: 'Banner' }, ALL));
    expect(await scene.disclosures()).toEqual([
      expect.objectContaining({ filter: { profile: 'Banner' }, studentIds: [students[0]?.id] }),
    ]);
  });

  it("without students' columns has a row for each designation, marks them, and discloses no one", async () => {
    await scene.designate(scene.aurora, { students: 3 });
    await scene.designate(scene.borealis, { students: 1 });
    await makeExportProfile(orm, { columns: ['school name', 'status'] });
    const cells = parse(await textOf(await designations({ profile: 'Banner' }, ALL)), { bom: true });
    expect(cells).toEqual([
      ['school name', 'status'],
      ['Aurora High', 'STARTED'],
      ['Borealis, "the" High', 'STARTED'],
    ]);
    expect(await scene.disclosures()).toEqual([]);
    expect(await markCount()).toBe(2);
  });

  it('is refused for a profile that does not exist', async () => {
    expect(await refusalOf(designations({ profile: 'Other' }, ALL))).toMatchObject({
      name: 'Invalid',
      issues: [
        { path: ['profile'], message: "There's no export profile named “Other”. Choose another one." },
      ],
    });
  });
});

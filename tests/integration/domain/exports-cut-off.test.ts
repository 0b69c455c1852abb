import { fork } from 'node:child_process';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { Busy } from '#app/lib/domain-errors.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';
import { makeManyDesignations } from '#tests/support/many-designations.server.ts';

const DOWNLOAD_PROCESS = path.join(import.meta.dirname, 'download-process.ts');
/** More data than the system buffers between two local sockets. */
const LONG_LINES = { schools: 500, studentsEach: 20, criteriaComment: 'long '.repeat(300) };

const database = useDatabase('each test');

async function openScene(poolMax?: number): Promise<{ orm: Orm; scene: ExportScene }> {
  const orm = await openOrm(database.url, { poolMax });
  return { orm, scene: await exportScene(orm) };
}

/** The student ids in a file's complete lines, even if the file was cut off. */
function receivedIds(text: string): string[] {
  const lines = parse(text.slice(0, text.lastIndexOf('\r\n') + 2), { bom: true, from_line: 2 });
  return lines.map((line) => line[13] ?? '').sort();
}

async function disclosedIds(scene: ExportScene): Promise<string[]> {
  return (await scene.disclosures()).flatMap(({ studentIds }) => studentIds).sort();
}

async function markCount(scene: ExportScene): Promise<number> {
  return (await scene.marks()).filter((row) => row.downloadedAt !== null).length;
}

/** Ends the database connections of running exports. Returns how many there were. */
async function terminateExports(scene: ExportScene): Promise<number> {
  const ended = await scene.ctxOf().em.execute(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  );
  return (ended as unknown[]).length;
}

describe('an export whose database connection is ended in the middle', () => {
  let scene: ExportScene;

  beforeEach(async () => {
    const opened = await openScene(3);
    scene = opened.scene;
    await makeManyDesignations(scene, { schools: 450, studentsEach: 2 });
    return () => opened.orm.close(true);
  });

  it('stops; the exported students stay disclosed, no download is recorded, and no connection leaks', async () => {
    const received: string[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const { stream } = await streamDesignations(scene.ctxOf(), { filter: {} });
      const reader = stream.getReader();
      const decoder = new TextDecoder();
      let text = '';
      const read = async () => (text += decoder.decode((await reader.read()).value, { stream: true }));
      await read();
      await read();
      await expect.poll(() => terminateExports(scene)).toBe(1);
      await refusalOf(readUntilItBreaks(read));
      received.push(...receivedIds(text));
      expect(received.length).toBeGreaterThanOrEqual(n * 200);
      expect(received.length).toBeLessThan(n * 900);
      expect(await disclosedIds(scene)).toEqual([...received].sort());
      expect(await markCount(scene)).toBe(0);
    }
    expect(await scene.rowsOf({ filter: {} })).toHaveLength(900);
    expect(await markCount(scene)).toBe(450);
  });
});

async function readUntilItBreaks(read: () => Promise<string>): Promise<void> {
  for (let text = '', longer = await read(); longer !== text; longer = await read()) text = longer;
}

describe('an export whose server is killed in the middle', () => {
  it('has disclosed every student sent to a slow reader, and marked nothing', async () => {
    const { orm, scene } = await openScene();
    await makeManyDesignations(scene, LONG_LINES);
    const server = fork(DOWNLOAD_PROCESS, [database.url, scene.admin.id], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(server, 'exit');
    let text = '';
    try {
      const [{ url, cookie }] = (await once(server, 'message')) as [{ url: string; cookie: string }];
      const sent = http.get(`${url}/api/designations/download`, {
        headers: { Cookie: cookie },
        agent: false,
      });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.setEncoding('utf8');
      const broken = once(response, 'error');
      response.on('data', (chunk: string) => (text += chunk));
      await expect.poll(() => text.length).toBeGreaterThan(1_000_000);
      response.pause();
      server.kill('SIGKILL');
      await ended;
      response.resume();
      await broken;
    } finally {
      server.kill('SIGKILL');
      await ended;
    }
    const received = receivedIds(text);
    const disclosed = new Set(await disclosedIds(scene));
    expect(received.length).toBeGreaterThan(0);
    expect(received.length).toBeLessThan(LONG_LINES.schools * LONG_LINES.studentsEach);
    expect(received.filter((id) => !disclosed.has(id))).toEqual([]);
    expect(await markCount(scene)).toBe(0);
    await orm.close(true);
  }, 60_000);
});

describe('exports in a pool of two connections', () => {
  it('run one at a time, to their end', async () => {
    const { orm, scene } = await openScene(2);
    await makeManyDesignations(scene, { schools: 250, studentsEach: 2 });
    const { stream } = await streamDesignations(scene.ctxOf(), { filter: {} });
    expect(await refusalOf(streamDesignations(scene.ctxOf(), { filter: {} }))).toBeInstanceOf(Busy);
    expect(receivedIds(await new Response(stream).text())).toEqual(await disclosedIds(scene));
    expect(await markCount(scene)).toBe(250);
    await orm.close(true);
  });
});

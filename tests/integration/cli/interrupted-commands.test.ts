import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

describe('a command that waits', () => {
  /** Accepts connections and never responds. */
  const silentDatabase = createServer((socket) => void socket.on('error', () => undefined));
  beforeAll(async () => {
    silentDatabase.listen(0, '127.0.0.1');
    await once(silentDatabase, 'listening');
  });
  afterAll(() => void silentDatabase.close());

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('exits on %s with %i immediately', async (signal, exitCode) => {
    const { port } = silentDatabase.address() as AddressInfo;
    const child = spawn(process.execPath, [COMMAND_LINE, 'years', 'list'], {
      env: { NODE_ENV: 'production', DATABASE_URL: `postgresql://laurel@127.0.0.1:${port}/laurel` },
    });
    const stderr = child.stderr.toArray();
    await once(silentDatabase, 'connection');
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, (await stderr).join('')]).toEqual([exitCode, 'Interrupted.\n']);
  });
});

describe('a question', () => {
  const database = useDatabase();
  beforeAll(async () => {
    const orm = await openOrm(database.url);
    await makeSchool(orm, { name: 'Aurora High School', bannerCode: 'AUR', status: 'INACTIVE' });
    await orm.close(true);
  });

  it.each([
    ['Ctrl-C', '\x03', 130, 'Interrupted.'],
    ['Ctrl-D', '\x04', 1, 'Nothing was changed.'],
  ])('that is answered by %s changes nothing', async (_key, answer, exitCode, sentence) => {
    const { code, stderr } = await callLaurel(database.url, ['schools', 'activate', 'AUR'], { answer });
    expect([code, stderr.split('\n').at(-2)]).toEqual([exitCode, expect.stringContaining(sentence)]);
    expect(await storedRowsIn(database.url, HighSchoolEntity, ['status'])).toEqual([{ status: 'INACTIVE' }]);
  });
});

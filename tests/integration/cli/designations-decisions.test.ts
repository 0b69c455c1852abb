import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const scene = useBulkScene();
const { pending, ctxOf } = scene;
const laurel = (args: string[], terminal: Terminal = {}) =>
  callLaurel(scene.databaseUrl, ['designations', ...args], terminal);
const CORRECTION = ['--reason', 'ADDRESS', 'CRITERIA', '--note', 'Look at the addresses.'];

async function statuses() {
  const rows = await ctxOf().em.findAll(DesignationEntity, { populate: ['highSchool'] });
  return Object.fromEntries(rows.map(({ highSchool, status }) => [highSchool.name, status]));
}
async function emails() {
  const rows = await storedRows(scene.orm, OutboxMailEntity, ['subject'], { orderBy: { subject: 'asc' } });
  return rows.map(({ subject }) => subject);
}

describe('laurel designations approve', () => {
  it('requires IDs or a filter, not both', async () => {
    const { id } = await pending('Aspen');
    const before = await snapshotOf(scene.orm);
    expect(await laurel(['approve', '--yes'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Approve which designations? Enter their IDs, or a filter like --year 2026.\n',
    });
    expect(await laurel(['approve', id, '--year', '2026', '--yes'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Use IDs or a filter, not both.\n',
    });
    expect((await laurel(['approve', 'aspen', '--yes'])).code).toBe(2);
    expect(await laurel(['approve', id, '3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11', '--yes'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No designation has the ID 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11. To see all designations, run `laurel designations list`.\n',
    });
    expect(await snapshotOf(scene.orm)).toEqual(before);
  });

  it.each(['--after-date', '--before-date', '--high-school-name'])(
    'rejects an empty value of %s instead of approving everything',
    async (option) => {
      await pending('Aspen');
      const before = await snapshotOf(scene.orm);
      for (const value of ['', ' ']) {
        expect(await laurel(['approve', option, value, '--yes'])).toEqual({
          code: 2,
          stdout: '',
          stderr: `${option}: Enter a value.\n`,
        });
      }
      expect(await snapshotOf(scene.orm)).toEqual(before);
    },
  );

  it('asks with the numbers of changed and skipped designations, and changes nothing without a response', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch', { students: 0 })];
    const cedar = await pending('Cedar', { status: 'STARTED' });
    const reported = [
      '2 designations will be approved.',
      '  Aspen 2026 and Birch 2026.',
      '1 of them has an incomplete list: Birch 2026.',
      "1 designation won't change:",
      '  1 not yet submitted: Cedar 2026.',
      "We'll email 2 staff members at 2 schools.",
    ].join('\n');
    const before = await snapshotOf(scene.orm);
    const call = ['approve', aspen.id, birch.id, cedar.id];
    expect(await laurel(call)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${reported}\nApprove 2 designations, and leave 1 other unchanged? Add --yes to do it, or --dry-run to see what would happen.\n`,
    });
    expect((await laurel(call, { answer: 'n' })).code).toBe(1);
    const dry = await laurel([...call, '--dry-run']);
    expect([dry.code, dry.stderr]).toEqual([4, `${reported}\n`]);
    expect(dry.stdout.split('\r\n').map((line) => line.split(',').slice(0, 3).join())).toEqual([
      'School,Year,Status',
      'Aspen,2026,Pending',
      'Birch,2026,Pending',
      '',
    ]);
    expect(await snapshotOf(scene.orm)).toEqual(before);

    const done = await laurel(call, { answer: 'y' });
    expect(done.code).toBe(4);
    expect(done.stdout.split('\r\n')[1]).toMatch(/^Aspen,2026,Approved,/);
    expect(await statuses()).toEqual({ Aspen: 'APPROVED', Birch: 'APPROVED', Cedar: 'STARTED' });
    expect((await emails()).length).toBe(2);
  });

  it('accepts the filters of the list, prints what changed, and does nothing the second time', async () => {
    await pending('Aspen');
    await pending('Birch');
    await pending('Cedar', { criteria: 'OTHER', criteriaComment: 'By points.' });
    const call = ['approve', '--year', '2026', '--criteria', 'CUMULATIVE_GPA', '--no-email', '--yes'];
    const { code, stdout, stderr } = await laurel([...call, '--format', 'json']);
    expect([code, stderr]).toEqual([0, '2 designations were approved.\n']);
    const listed = await laurel(['list', '--status', 'APPROVED', '--format', 'json']);
    expect(stdout).toBe(listed.stdout);
    expect(await emails()).toEqual([]);
    expect(await laurel(call)).toEqual({
      code: 3,
      stdout: '',
      stderr: [
        'Nothing will change.',
        "2 designations won't change:",
        '  2 already approved: Aspen 2026 and Birch 2026.',
        'Only pending designations can be approved, returned, or rejected on the command line.',
        '',
      ].join('\n'),
    });
    expect(await statuses()).toMatchObject({ Cedar: 'PENDING' });
  });

  it('still accepts --no-mail, the former name of --no-email, without listing it in the help', async () => {
    await pending('Aspen');
    const { code, stderr } = await laurel(['approve', '--year', '2026', '--no-mail', '--yes']);
    expect([code, stderr]).toEqual([0, '1 designation was approved.\n']);
    expect(await emails()).toEqual([]);
    const { stdout: help } = await laurel(['approve', '--help']);
    expect(help).toContain('--no-email');
    expect(help).not.toContain('--no-mail');
  });

  it('prints lines of JSON', async () => {
    const { id } = await pending('Aspen');
    const { stdout } = await laurel(['approve', id, '--yes', '--format', 'ndjson']);
    expect(stdout).toMatch(new RegExp(`^\\{"id":"${id}".+"status":"APPROVED".+\\}\n$`));
  });

  it.each([
    ['SIGKILL', null, ''],
    [
      'SIGINT',
      130,
      'N designations were approved before the command stopped. Run the same command again for the others.\nInterrupted.\n',
    ],
  ] as const)(
    'continues after an interruption by %s, and emails each school once',
    async (signal, code, reported) => {
      const made = [];
      for (let number = 10; number < 20; number += 1) made.push(await pending(`School ${number}`));
      const ids = made.map(({ id }) => id).sort();
      const call = ['designations', 'approve', '--year', '2026', '--yes'];
      const blocker = scene.orm.em.fork();
      await blocker.begin();
      await lockRow({ em: blocker }, DesignationEntity, { id: ids[5] ?? '' }, 'update');
      const child = spawn(process.execPath, [COMMAND_LINE, ...call], {
        env: {
          NODE_ENV: 'production',
          DATABASE_URL: scene.databaseUrl,
          APP_URL: 'https://scholars.example.org',
        },
      });
      const closed = once(child, 'close');
      const stderr = child.stderr.toArray();
      await expect
        .poll(async () => [(await emails()).length, await lockWaits(scene.orm)], { timeout: 30_000 })
        .toEqual([5, 1]);
      child.kill(signal);
      if (signal === 'SIGKILL') await closed;
      await blocker.rollback();
      expect((await closed)[0]).toBe(code);
      const decided = Object.values(await statuses()).filter((status) => status === 'APPROVED').length;
      expect([decided >= 5, decided < 10]).toEqual([true, true]);
      expect((await stderr).join('')).toBe(reported.replace('N', String(decided)));

      expect(await callLaurel(scene.databaseUrl, call)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(
          new RegExp(`^${10 - decided} designations were approved\\.\n`),
        ) as string,
      });
      expect(new Set(Object.values(await statuses()))).toEqual(new Set(['APPROVED']));
      expect(new Set(await emails()).size).toBe(10);
      expect((await emails()).length).toBe(10);
    },
  );
});

describe('laurel designations return and reject', () => {
  it('requires reasons and a note to return', async () => {
    const { id } = await pending('Aspen');
    expect(await laurel(['return', id, '--yes'])).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        '--reason: Choose at least one reason for returning the designation.',
        '--note: Write a note that tells the school what to correct.',
        '',
      ].join('\n'),
    });
    expect((await laurel(['return', id, '--reason', 'WEATHER', '--note', 'No', '--yes'])).code).toBe(2);
    expect(await laurel(['return', id, ...CORRECTION, '--yes', '--quiet'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const rows = await storedRows(scene.orm, DesignationEntity, ['status', 'reasons', 'note']);
    expect(rows).toEqual([
      { status: 'RETURNED', reasons: ['ADDRESS', 'CRITERIA'], note: 'Look at the addresses.' },
    ]);
    expect(await emails()).toEqual(['Aspen: the 2026 designation has been returned for correction']);
  });

  it('rejects in the name of an administrator, whom the event records', async () => {
    const { id } = await pending('Aspen');
    const ada = await makeAdmin(scene.orm, { email: 'ada@example.org' });
    expect(
      await laurel(['--as', 'ada@example.org', 'reject', id, '--note', 'Submitted twice.', '--yes']),
    ).toMatchObject({ code: 0, stderr: '1 designation was rejected.\n' });
    expect(await storedRows(scene.orm, EventEntity, ['kind', 'channel', 'actor'])).toEqual([
      { kind: 'designation.rejected', channel: 'CLI', actor: ada.id },
    ]);
  });
});

import { expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { expectedVersions, useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const scene = useBulkScene();
const { pending, ctxOf, decide } = scene;
const laurel = (args: string[], terminal: Terminal = {}) =>
  callLaurel(scene.databaseUrl, ['designations', ...args], terminal);

async function statuses() {
  const rows = await ctxOf().em.findAll(DesignationEntity, { populate: ['highSchool'] });
  return Object.fromEntries(rows.map(({ highSchool, status }) => [highSchool.name, status]));
}

it('laurel designations undo undoes what the command line decided, after a question, with or without IDs', async () => {
  const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
  expect((await laurel(['approve', aspen.id, '--yes'])).code).toBe(0);
  await decide('APPROVED', expectedVersions(birch), { now: () => new Date() });
  const reported = "1 decision will be undone.\n  Aspen 2026.\n1 email won't be sent.\n";
  const before = await snapshotOf(scene.orm);
  const dry = await laurel(['undo', '--dry-run']);
  expect([dry.code, dry.stderr]).toEqual([0, reported]);
  expect(await laurel(['undo'])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${reported}Undo 1 decision? Add --yes to do it, or --dry-run to see what would happen.\n`,
  });
  expect(await snapshotOf(scene.orm)).toEqual(before);

  const done = await laurel(['undo'], { answer: 'y' });
  expect(done.code).toBe(0);
  expect(done.stdout.split('\r\n')[1]).toMatch(/^Aspen,2026,Pending,/);
  expect(await statuses()).toEqual({ Aspen: 'PENDING', Birch: 'APPROVED' });
  const both = await laurel(['undo', aspen.id, birch.id, '--yes']);
  expect([both.code, both.stderr]).toEqual([4, '1 decision was undone.\n']);
  expect(await statuses()).toEqual({ Aspen: 'PENDING', Birch: 'PENDING' });
  expect((await laurel(['undo', '--yes'])).code).toBe(3);
  const undone = { where: { kind: 'designation.decisionUndone' } };
  expect(await storedRows(scene.orm, EventEntity, ['channel', 'actor'], undone)).toEqual([
    { channel: 'CLI', actor: null },
    { channel: 'CLI', actor: null },
  ]);
});

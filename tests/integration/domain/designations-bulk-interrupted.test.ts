import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { findBulkUndo } from '#app/domain/designations/find-undoable.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { planDecisions } from '#app/domain/designations/plan-decisions.server.ts';
import { undoDecisions } from '#app/domain/designations/undo-decisions.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Forbidden, Unauthorized, VersionConflict } from '#app/lib/domain-errors.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectedVersions, useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import type { BulkApproval } from './designations-bulk-process.ts';

const scene = useBulkScene();

/** Makes designations, in the order in which bulk decisions take them. */
async function pendings(count: number): Promise<MadeDesignation[]> {
  const made: MadeDesignation[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await scene.pending(`School ${number}`));
  return made.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function statusesOf(made: readonly MadeDesignation[]): Promise<string[]> {
  const rows = await storedRows(scene.orm, DesignationEntity, ['id', 'status']);
  return made.map(({ id }) => rows.find((row) => row.id === id)?.status ?? '');
}

/** The decisions' events and emails, one of each per decided designation. */
async function recorded(): Promise<Record<string, number>> {
  const events = await storedRows(scene.orm, EventEntity, ['kind']);
  const emails = await storedRows(scene.orm, OutboxMailEntity, ['kind', 'state']);
  const counts: Record<string, number> = {};
  for (const name of [
    ...events.map(({ kind }) => `event ${kind}`),
    ...emails.map(({ kind, state }) => `email ${kind} ${state}`),
  ]) {
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('an administrator who loses the rights', () => {
  const LOSSES: readonly (readonly [string, UserFlag[], typeof Forbidden | typeof Unauthorized])[] = [
    ['the flag', [], Forbidden],
    ['the account', ['ADMIN', 'DELETED'], Unauthorized],
  ];
  const setFlags = (flags: UserFlag[]) =>
    scene.orm.em.fork().nativeUpdate(UserAccountEntity, { id: scene.admin.id }, { flags });

  /** Takes the rights away while `call` waits for a designation. Returns how it was refused. */
  async function losing(flags: UserFlag[], heldId: string, call: () => Promise<unknown>): Promise<unknown> {
    const { refusal } = await inTransaction(scene.ctxOf(), async (tx) => {
      await lockRow(tx, DesignationEntity, { id: heldId }, 'update');
      const refusal = refusalOf(call());
      await expect.poll(() => lockWaits(scene.orm)).toBe(1);
      await setFlags(flags);
      return { refusal };
    });
    return refusal;
  }

  it.each(LOSSES)(
    'in the middle of a bulk decision decides nothing more: %s',
    async (_what, flags, refusal) => {
      const made = await pendings(4);
      const approve = () => scene.decide('APPROVED', expectedVersions(...made));
      const refused = await losing(flags, made[2]?.id ?? '', approve);
      expect(refused).toEqual(new refusal());
      expect(await statusesOf(made)).toEqual(['APPROVED', 'APPROVED', 'PENDING', 'PENDING']);
      expect(await recorded()).toEqual({
        'event designation.approved': 2,
        'email designation.approved QUEUED': 2,
      });
    },
  );

  it.each(LOSSES)('in the middle of a bulk undo undoes nothing more: %s', async (_what, flags, refusal) => {
    const made = await pendings(4);
    await scene.decide('APPROVED', expectedVersions(...made));
    const designations = made.map(({ id }) => ({ id, version: 2 }));
    const undo = () => undoDecisions(scene.ctxOf(), { designations });
    const refused = await losing(flags, made[2]?.id ?? '', undo);
    expect(refused).toEqual(new refusal());
    expect(await statusesOf(made)).toEqual(['PENDING', 'PENDING', 'APPROVED', 'APPROVED']);
    expect(await recorded()).toMatchObject({
      'event designation.decisionUndone': 2,
      'email designation.approved QUEUED': 2,
      'email designation.approved CANCELLED': 2,
    });
  });

  it.each(LOSSES)("doesn't get the designations that were skipped: %s", async (_what, flags, refusal) => {
    const made = [
      await scene.pending('Aspen', { status: 'APPROVED' }),
      await scene.pending('Birch', { status: 'STARTED' }),
    ];
    const ctx = scene.ctxOf();
    await setFlags(flags);
    expect(await refusalOf(scene.decide('APPROVED', expectedVersions(...made)))).toEqual(new refusal());
    const undo = undoDecisions(ctx, { designations: expectedVersions(...made) });
    expect(await refusalOf(undo)).toEqual(new refusal());
  });
});

it('a bulk decision of a process that is killed continues with the rest: one event and email each, all undoable', async () => {
  const made = await pendings(12);
  const program = fork(path.join(import.meta.dirname, 'designations-bulk-process.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  const approval: BulkApproval = {
    databaseUrl: scene.databaseUrl,
    actor: scene.admin,
    designations: expectedVersions(...made),
  };
  program.send(approval);
  for (let count = 0; count < 5; count += 1) await once(program, 'message');
  program.kill('SIGKILL');
  await once(program, 'exit');
  await expect.poll(() => lockWaits(scene.orm)).toBe(0);

  const done = (await statusesOf(made)).filter((status) => status === 'APPROVED').length;
  expect([done >= 5, done < 12]).toEqual([true, true]);
  const counts = (count: number) => ({
    'event designation.approved': count,
    'email designation.approved QUEUED': count,
  });
  expect(await recorded()).toEqual(counts(done));
  const scope = { expected: expectedVersions(...made) };
  const plan = await planDecisions(scene.ctxOf(), { status: 'APPROVED', scope });
  expect(plan.designations.map(({ id }) => id).sort()).toEqual(made.slice(done).map(({ id }) => id));
  expect(plan.skipped.map(({ reason, count }) => [reason, count])).toEqual([['APPROVED', done]]);

  const rest = await scene.decide('APPROVED', expectedVersions(...made));
  expect([rest.decided.length, rest.skipped.map(({ reason, count }) => [reason, count])]).toEqual([
    12 - done,
    [['APPROVED', done]],
  ]);
  expect(await recorded()).toEqual(counts(12));

  const ids = made.map(({ id }) => id);
  const found = await findBulkUndo(scene.ctxOf(), { ids, status: 'APPROVED' });
  expect([...(found?.designations ?? [])].sort()).toEqual(
    ids.map((id) => versionTokenOf({ id, version: 2 })),
  );
  const { undone } = await undoDecisions(scene.ctxOf(), {
    designations: ids.map((id) => ({ id, version: 2 })),
  });
  expect(undone).toHaveLength(12);
  expect(new Set(await statusesOf(made))).toEqual(new Set(['PENDING']));
  expect(await recorded()).toEqual({
    'event designation.approved': 12,
    'event designation.decisionUndone': 12,
    'email designation.approved CANCELLED': 12,
  });
});

it('a bulk undo offers only own bulk decisions of the same status', async () => {
  const [aspen, birch, cedar, denali] = await pendings(4);
  if (!aspen || !birch || !cedar || !denali) throw new Error('Nothing was made.');
  const colleague = actorOf(await makeAdmin(scene.orm));
  await scene.decide('APPROVED', expectedVersions(aspen));
  await scene.decide('APPROVED', expectedVersions(birch), { actor: colleague });
  await scene.decide('RETURNED', expectedVersions(cedar));
  await patchDesignation(scene.ctxOf(), { id: denali.id, patch: { status: 'APPROVED' }, ifMatch: 1 });
  const ids = [aspen, birch, cedar, denali].map(({ id }) => id);
  const found = await findBulkUndo(scene.ctxOf(), { ids, status: 'APPROVED' });
  expect(found?.designations).toEqual([versionTokenOf({ id: aspen.id, version: 2 })]);
});

const ROUNDS = 40;

it(
  `a bulk decision and one on the designation's page never overwrite each other, ${ROUNDS} times`,
  { timeout: 120_000 },
  async () => {
    const made = await pendings(ROUNDS);
    const colleague = actorOf(await makeAdmin(scene.orm));
    const wins = { bulk: 0, page: 0 };
    for (const one of made) {
      const patch = { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Look again.' } as const;
      const [bulk, page] = await Promise.allSettled([
        scene.decide('APPROVED', expectedVersions(one)),
        patchDesignation(scene.ctxOf({ actor: colleague }), {
          id: one.id,
          patch: { ...patch, reasons: [...patch.reasons] },
          ifMatch: 1,
        }),
      ]);
      if (bulk.status !== 'fulfilled') throw bulk.reason;
      const { decided, skipped } = bulk.value;
      const isBulk = decided.length === 1;
      wins[isBulk ? 'bulk' : 'page'] += 1;
      if (isBulk) {
        expect(page).toMatchObject({ status: 'rejected', reason: expect.any(VersionConflict) as unknown });
        expect(skipped).toEqual([]);
      } else {
        expect(page.status).toBe('fulfilled');
        expect(skipped).toMatchObject([{ reason: 'RETURNED', count: 1 }]);
      }
      const row = await scene.orm.em.fork().findOneOrFail(DesignationEntity, { id: one.id });
      expect([row.status, row.version, row.note ?? null]).toEqual(
        isBulk ? ['APPROVED', 2, null] : ['RETURNED', 2, 'Look again.'],
      );
    }
    expect(wins.bulk + wins.page).toBe(ROUNDS);
    const events = await storedRows(scene.orm, EventEntity, ['kind', 'actor', 'subjectId']);
    expect(new Set(events.map(({ subjectId }) => subjectId)).size).toBe(ROUNDS);
    expect(
      events.filter(({ kind, actor }) => kind === 'designation.approved' && actor === scene.admin.id),
    ).toHaveLength(wins.bulk);
    expect(
      events.filter(({ kind, actor }) => kind === 'designation.returned' && actor === colleague.id),
    ).toHaveLength(wins.page);
    expect(events).toHaveLength(ROUNDS);
    expect(await storedRows(scene.orm, OutboxMailEntity, ['state'])).toHaveLength(ROUNDS);
  },
);

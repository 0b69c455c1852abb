import { describe, expect, it } from 'vitest';
import { versionTokenOf } from '#app/lib/versions.ts';
import { action } from '#app/routes/web/designations/bulk-decision.tsx';
import { DesignationEntity } from '#db/entities/designation.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { type MadeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

type Fields = [name: string, value: string][];

const scene = useBulkScene();
const { pending } = scene;

async function send(form: Fields, now?: () => Date) {
  const { orm, admin } = scene;
  const response = await action(
    await screenArgs({ orm, user: admin, path: '/designations/bulk', form, now }),
  );
  return { ...response.data, status: response.init?.status ?? 200 };
}

const designations = (texts: readonly string[]): Fields => texts.map((text) => ['designations', text]);

describe('the page for many designations', () => {
  it('combines selected rows with a selected page, each designation once, and uses the filter for all', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
    await pending('Cedar', { status: 'STARTED' });
    const both = [`${aspen.id}.1`, `${birch.id}.1`];
    const ticked: Fields = [
      ['selected', both[0] ?? ''],
      ['page', both.join(' ')],
    ];
    expect(await send([['action', 'approve'], ...ticked])).toMatchObject({
      step: 'decide',
      plan: { designations: [aspen, birch].map(({ id }) => ({ id, version: 1 })), skipped: [] },
    });
    expect(
      await send([
        ['action', 'approve'],
        ['all', 'on'],
        ['search', `highSchoolId=${birch.highSchoolId}`],
      ]),
    ).toMatchObject({ step: 'decide', plan: { designations: [{ id: birch.id, version: 1 }], skipped: [] } });
    expect(
      await send([
        ['action', 'approve'],
        ['search', 'sort=year'],
      ]),
    ).toEqual({
      step: 'nothing',
      search: 'sort=year',
      reply: null,
      status: 200,
    });
  });

  it('shows current skipped and remaining designations when the decision is rejected', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
    const cedar = await pending('Cedar', { status: 'APPROVED' });
    const questionPage = await send([
      ['action', 'return'],
      ['selected', `${aspen.id}.1`],
      ['selected', `${birch.id}.1`],
      ['selected', `${cedar.id}.1`],
      ['search', 'sort=year'],
    ]);
    if (questionPage.step !== 'decide') throw new Error('Nothing was asked.');
    const stays = ({ id }: MadeDesignation, name: string) => ({
      count: 1,
      named: [{ id, name, year: 2026 }],
    });
    const approved = { reason: 'APPROVED', ...stays(cedar, 'Cedar') };
    expect(questionPage.plan.skipped).toEqual([approved]);
    await scene.orm.em.fork().nativeUpdate(DesignationEntity, { id: birch.id }, { version: 2 });

    const refused = await send([
      ['action', 'decide'],
      ['status', 'RETURNED'],
      ['displayed', JSON.stringify({ waiting: 2021, skipped: questionPage.plan.skipped })],
      ['search', questionPage.search],
      ...designations(questionPage.plan.designations.map(versionTokenOf)),
    ]);
    if (refused.step !== 'decide') throw new Error('The decision was not refused.');
    expect([refused.status, Object.keys(refused.reply?.error ?? {})]).toEqual([400, ['reasons', 'note']]);
    expect(refused.plan).toMatchObject({
      designations: [{ id: aspen.id, version: 1, name: 'Aspen', year: 2026 }],
      waiting: 2021,
      skipped: [approved, { reason: 'CHANGED', ...stays(birch, 'Birch') }],
    });
  });

  it('offers to undo what an interrupted request decided, when it is sent again', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
    await scene.decide('APPROVED', [{ id: aspen.id, version: 1 }]);
    const answer = await send([
      ['action', 'decide'],
      ['status', 'APPROVED'],
      ['search', ''],
      ...designations([`${aspen.id}.1`, `${birch.id}.1`]),
    ]);
    if (answer.step !== 'done') throw new Error('Nothing was decided.');
    expect(answer.outcome).toMatchObject({
      decided: [{ id: birch.id, name: 'Birch', year: 2026 }],
      skipped: [{ reason: 'APPROVED', count: 1, named: [{ id: aspen.id, name: 'Aspen', year: 2026 }] }],
    });
    expect([...(answer.undo?.designations ?? [])].sort()).toEqual([`${aspen.id}.2`, `${birch.id}.2`].sort());
  });

  it('returns the designations that there was no time for, with the decision to continue with', async () => {
    const made: MadeDesignation[] = [];
    for (let number = 0; number < 30; number += 1) made.push(await pending(`School ${number}`));
    const clock = createTestClock();
    const slow = () => {
      clock.advance(200);
      return clock.now();
    };
    const decision: Fields = [
      ['status', 'RETURNED'],
      ['reasons', 'ADDRESS'],
      ['reasons', 'OTHER'],
      ['note', 'Please look.'],
      ['withoutEmail', 'on'],
      ['search', 'sort=year'],
    ];
    const press: Fields = [['action', 'decide'], ...decision];
    const first = await send([...press, ...designations(made.map(({ id }) => `${id}.1`))], slow);
    if (first.step !== 'done') throw new Error('The decision was not taken.');
    expect([first.outcome.decided.length, first.outcome.rest.length]).toEqual([25, 5]);
    expect([first.decision, first.search]).toEqual([
      { reasons: ['ADDRESS', 'OTHER'], note: 'Please look.', withoutEmail: true },
      'sort=year',
    ]);
    const second = await send([...press, ...designations(first.outcome.rest)]);
    expect(second).toMatchObject({
      step: 'done',
      outcome: { decided: { length: 5 }, skipped: [], rest: [] },
    });
  });

  it('rejects designations with a note, and undoes all decisions together, without their emails', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
    const tokens = [aspen, birch].map(({ id }) => `${id}.1`);
    const reject: Fields = [['action', 'decide'], ['status', 'REJECTED'], ...designations(tokens)];
    expect(
      await send([['action', 'reject'], ...tokens.map((token) => ['selected', token] as Fields[0])]),
    ).toMatchObject({ step: 'decide', plan: { status: 'REJECTED', designations: { length: 2 } } });
    const refused = await send(reject);
    expect([refused.status, Object.keys(refused.reply?.error ?? {})]).toEqual([400, ['note']]);
    const done = await send([...reject, ['note', 'Submitted twice.'], ['search', 'sort=year']]);
    if (done.step !== 'done') throw new Error('Nothing was rejected.');
    expect(done.undo).toEqual({
      designations: [aspen, birch].map(({ id }) => `${id}.2`).sort(),
      secondsLeft: expect.any(Number) as number,
      emails: 2,
    });
    await scene.orm.em.fork().nativeUpdate(DesignationEntity, { id: birch.id }, { version: 3 });
    const undone = await send([
      ['action', 'undo'],
      ['search', 'sort=year'],
      ...designations(done.undo?.designations ?? []),
    ]);
    expect(undone).toMatchObject({
      step: 'undone',
      outcome: {
        undone: [{ id: aspen.id, name: 'Aspen', year: 2026 }],
        skipped: [{ reason: 'CHANGED', count: 1, named: [{ id: birch.id, name: 'Birch', year: 2026 }] }],
        rest: [],
      },
      search: 'sort=year',
    });
    const rows = await storedRows(scene.orm, DesignationEntity, ['status', 'note'], {
      orderBy: { highSchool: { name: 'asc' } },
    });
    expect(rows).toEqual([
      { status: 'PENDING', note: null },
      { status: 'REJECTED', note: 'Submitted twice.' },
    ]);
    const emails = await storedRows(scene.orm, OutboxMailEntity, ['state'], { orderBy: { state: 'asc' } });
    expect(emails.map(({ state }) => state)).toEqual(['CANCELLED', 'QUEUED']);
  });

  it('undoes the parts of a long decision together', async () => {
    const made = [await pending('Aspen'), await pending('Birch')];
    const [first, second] = made.map(({ id }) => `${id}.1`);
    const press: Fields = [
      ['action', 'decide'],
      ['status', 'APPROVED'],
    ];
    const one = await send([...press, ['designations', first ?? '']]);
    if (one.step !== 'done') throw new Error('Nothing was approved.');
    const earlier: Fields = (one.undo?.designations ?? []).map((token) => ['earlier', token]);
    const two = await send([...press, ...earlier, ['designations', second ?? '']]);
    if (two.step !== 'done') throw new Error('Nothing was approved.');
    expect(two.undo?.designations).toEqual(made.map(({ id }) => `${id}.2`).sort());
  });

  it('refuses what no form of ours sends', async () => {
    const made = await pending('Aspen');
    const selected = `${made.id}.1`;
    const forms: Fields[] = [
      [
        ['action', 'delete'],
        ['selected', selected],
      ],
      [
        ['action', 'approve'],
        ['selected', made.id],
      ],
      [
        ['action', 'approve'],
        ['selected', 'x.1'],
      ],
      [
        ['action', 'approve'],
        ['all', 'on'],
        ['search', 'status=LOST'],
      ],
      [
        ['action', 'undo'],
        ['designations', made.id],
      ],
      [
        ['action', 'decide'],
        ['status', 'APPROVED'],
      ],
      ...['{', '{"waiting":null,"skipped":[{"reason":"LOST","count":1,"named":[]}]}'].map(
        (reported): Fields => [
          ['action', 'decide'],
          ['status', 'APPROVED'],
          ['designations', selected],
          ['displayed', reported],
        ],
      ),
    ];
    for (const form of forms) {
      expect(await refusalOf(send(form)), JSON.stringify(form)).toMatchObject({ init: { status: 400 } });
    }
    const [row] = await storedRows(scene.orm, DesignationEntity, ['status']);
    expect(row?.status).toBe('PENDING');
  });

  it('skips those with a warning on request, and reports it', async () => {
    const twin = { ...studentInput(), first: 'Malia', last: 'Thomas', dateOfBirth: '2009-03-03' };
    const aspen = await pending('aspen', { students: [twin] });
    const birch = await pending('Birch', { students: 0 });
    const cedar = await pending('Cedar');
    await pending('Denali', { status: 'STARTED', students: [twin] });
    const decided: Fields = [
      ['action', 'decide'],
      ['status', 'APPROVED'],
      ...designations([aspen, birch, cedar].map(({ id }) => `${id}.1`)),
    ];
    const response = await send([...decided, ['leaveOutMatched', 'on'], ['leaveOutIncomplete', 'on']]);
    expect(response).toMatchObject({
      step: 'done',
      outcome: {
        decided: { length: 1 },
        skipped: [
          {
            ...{ reason: 'LEFT_OUT', count: 2 },
            named: [
              { id: aspen.id, name: 'aspen', year: 2026 },
              { id: birch.id, name: 'Birch', year: 2026 },
            ],
          },
        ],
      },
    });
    expect(await send([...decided, ['leaveOutMatched', 'on']])).toMatchObject({
      outcome: { decided: { length: 1 } },
    });
    expect(await send(decided)).toMatchObject({ outcome: { decided: { length: 1 } } });
  });
});

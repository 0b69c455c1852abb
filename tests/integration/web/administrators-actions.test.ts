import { beforeEach, describe, expect, it } from 'vitest';
import { action as details } from '#app/routes/web/designations/designation-details.tsx';
import { action as editStudents } from '#app/routes/web/designations/edit-students.tsx';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

type Fields = [name: string, value: string][];

const scene = useBulkScene();
let made: MadeDesignation;
let counselor: MadeUser;
let stranger: MadeUser;

beforeEach(async () => {
  made = await scene.pending('Aspen', { status: 'RETURNED' });
  counselor = (await makeCounselor(scene.orm, [made.highSchoolId])).user;
  stranger = (await makeCounselor(scene.orm, [(await makeSchool(scene.orm)).id])).user;
});

const CORRECTION: Fields = [
  ['intent', 'correct'],
  ['version', '1'],
  ['classSize', '11'],
  ['criteria', 'CUMULATIVE_GPA'],
];
const STUDENTS: Fields = [
  ['version', '1'],
  ['students[0].first', 'Mine'],
];

async function send(action: typeof details, user: { id: string }, form: Fields) {
  const args = await screenArgs({ orm: scene.orm, user, path: `/designations/${made.id}`, form });
  return action({ ...args, params: { id: made.id } });
}

describe("what only administrators' screens send", () => {
  it.each([
    ['a correction', details, CORRECTION],
    ['a correction without its fields', details, [['intent', 'correct']] as Fields],
    [
      'a decision',
      details,
      [
        ['intent', 'decide'],
        ['version', '1'],
        ['status', 'APPROVED'],
      ] as Fields,
    ],
    ['nothing that was asked for', details, [] as Fields],
    ['students', editStudents, STUDENTS],
    ['students without a version', editStudents, [] as Fields],
  ])('returns 403 to staff and 404 to others: %s', async (_what, action, form) => {
    const before = await snapshotOf(scene.orm);
    expect(await refusalOf(send(action, counselor, form))).toMatchObject({ init: { status: 403 } });
    expect(await refusalOf(send(action, stranger, form))).toMatchObject({ init: { status: 404 } });
    expect(await snapshotOf(scene.orm)).toEqual(before);
  });

  it('is done for administrators', async () => {
    expect(await send(details, scene.admin, CORRECTION)).toMatchObject({ status: 302 });
  });
});

describe('an email text for an unchanged status', () => {
  const decision = (text: string): Fields => [
    ['intent', 'decide'],
    ['version', '1'],
    ['status', 'RETURNED'],
    ['reasons', 'OTHER'],
    ['note', 'See below.'],
    ['emailFor', 'RETURNED'],
    ['emailShown', 'Subject\n\nText'],
    ['emailSubject', 'Subject'],
    ['emailBody', text],
  ];

  it('shows an error at its field, keeps the input, and changes nothing', async () => {
    const before = await snapshotOf(scene.orm);
    expect(await send(details, scene.admin, decision('Mine'))).toMatchObject({
      init: { status: 400 },
      data: {
        initialValue: { emailBody: 'Mine', note: 'See below.' },
        error: {
          emailBody: [
            'An email is sent only when the status changes. Choose another status, or reset the email.',
          ],
        },
      },
    });
    expect(await snapshotOf(scene.orm)).toEqual(before);
  });

  it("is ignored if it wasn't edited", async () => {
    expect(await send(details, scene.admin, decision('Text'))).toMatchObject({ status: 302 });
  });
});

describe('a form of an older version that matches what is stored', () => {
  it.each([
    [
      'a decision',
      [
        ['intent', 'decide'],
        ['status', 'PENDING'],
      ] as Fields,
    ],
    [
      'a correction',
      [
        ['intent', 'correct'],
        ['classSize', '10'],
        ['criteria', 'CUMULATIVE_GPA'],
      ] as Fields,
    ],
  ])('reports a conflict, not that there is nothing to save: %s', async (_what, fields) => {
    const admin = await makeAdmin(scene.orm);
    const stored = await scene.orm.em.fork().findOneOrFail(DesignationEntity, { id: made.id });
    const same = fields.map(([name, value]): [string, string] => [
      name,
      name === 'classSize' ? String(stored.classSize) : name === 'criteria' ? String(stored.criteria) : value,
    ]);
    const { version } = stored;
    const now = await send(details, admin, [...same, ['version', String(version)]]);
    expect(now).toMatchObject({ status: 302 });
    await scene.orm.em.fork().nativeUpdate(DesignationEntity, { id: made.id }, { version: version + 1 });
    const reply = await send(details, admin, [...same, ['version', String(version)]]);
    expect(reply).toMatchObject({
      init: { status: 412 },
      data: { error: { '': [expect.stringMatching(/(This was changed|You changed this)/)] } },
    });
  });
});

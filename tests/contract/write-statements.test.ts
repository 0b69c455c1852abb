import { describe, expect, it } from 'vitest';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { waitingScene } from './waiting-scene.server.ts';
import type { WaitingWrite } from './waiting-write.ts';
import { WAITING_WRITES } from './waiting-writes.ts';

const STUDENT = {
  ...{ first: 'Ada', last: 'Winter', dateOfBirth: '2009-05-06', phone: '(907) 555-0123' },
  email: 'ada@students.example.org',
  address: { address1: '12 Spruce Street', city: 'Sitka', state: 'AK', zip5: '99835' },
};

const patch = (of: 'designationId' | 'pendingId', body: object): WaitingWrite['call'] => {
  return (ctx, scene) =>
    patchDesignation(ctx, { id: scene[of], patch: DesignationPatchSchema.parse(body), ifMatch: null });
};

const written = (name: string): WaitingWrite['call'] => {
  const write = WAITING_WRITES[name];
  if (write === undefined) throw new Error(`${name} isn't in the table of writes.`);
  return write.call;
};

/**
 * Statements of frequent writes, including begin and commit. Each locks its row, reads the actor's rights, reads what
 * it depends on, and writes once to each table.
 */
const STATEMENTS = [
  {
    write: 'a submission with a student, the event, the receipts, and the disclosure',
    as: 'staff',
    statements: 10,
    call: patch('designationId', {
      ...{ status: 'PENDING', classSize: 10, criteria: 'CUMULATIVE_GPA', criteriaComment: '' },
      students: [STUDENT],
    }),
  },
  {
    write: 'an approval with its undo',
    as: 'admin',
    statements: 9,
    call: patch('pendingId', { status: 'APPROVED' }),
  },
  {
    write: 'a change of the class size',
    as: 'staff',
    statements: 7,
    call: patch('designationId', { classSize: 30 }),
  },
  {
    write: 'a draft',
    as: 'staff',
    statements: 10,
    call: written('designations/save-draft saveDraft'),
  },
  {
    write: 'a new designation',
    as: 'staff',
    statements: 8,
    call: written('designations/create-designation createDesignation'),
  },
  {
    write: 'a change of a school',
    as: 'admin',
    statements: 8,
    call: (ctx, { schoolId: id }) =>
      changeHighSchool(ctx, { id, patch: { name: 'Other High' }, ifMatch: null }),
  },
  {
    write: 'an invite that is sent again',
    as: 'admin',
    statements: 12,
    call: written('invites/open-invite resendInvite'),
  },
  {
    write: 'a new position at a school',
    as: 'staff',
    statements: 15,
    call: written('high-schools/change-staff addStaff'),
  },
  {
    write: 'a check of the designations when none has changed',
    as: 'admin',
    statements: 1,
    call: (ctx) => checkDesignations(ctx),
  },
] satisfies readonly {
  readonly write: string;
  readonly statements: number;
  readonly as: WaitingWrite['as'];
  readonly call: WaitingWrite['call'];
}[];

const database = useDatabase('each test');

describe('a write sends no more statements than it needs', () => {
  it.each(STATEMENTS)('$write: $statements', async ({ as, statements, call }) => {
    const orm = await openOrm(database.url);
    const scene = await waitingScene(orm);
    await checkDesignations(makeCtx({ orm }));
    await orm.close(true);
    const counting = await openCountingOrm(database.url);
    const ctx = makeCtx({ orm: counting.orm, actor: scene.actors[as] });
    expect(await counting.statementsOf(() => call(ctx, scene))).toHaveLength(statements);
    await counting.orm.close(true);
  });
});

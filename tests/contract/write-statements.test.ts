import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { changeAcademicYear } from '#app/domain/academic-years/change-academic-year.server.ts';
import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { DraftSaveSchema } from '#app/schemas/designation-editing.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
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
const WRITES = [
  {
    name: 'a submission with a student, the event, the receipts, and the disclosure',
    as: 'staff',
    statements: 10,
    call: patch('designationId', {
      ...{ status: 'PENDING', classSize: 10, criteria: 'CUMULATIVE_GPA', criteriaComment: '' },
      students: [STUDENT],
    }),
  },
  {
    name: 'an approval with its undo',
    as: 'admin',
    statements: 9,
    call: patch('pendingId', { status: 'APPROVED' }),
  },
  {
    name: 'a change of the class size',
    as: 'staff',
    statements: 7,
    call: patch('designationId', { classSize: 30 }),
  },
  {
    name: 'a draft',
    as: 'staff',
    statements: 10,
    call: written('designations/save-draft saveDraft'),
  },
  {
    name: 'a new designation',
    as: 'staff',
    statements: 8,
    call: written('designations/create-designation createDesignation'),
  },
  {
    name: 'a change of a school',
    as: 'admin',
    statements: 8,
    call: (ctx, { schoolId: id }) =>
      changeHighSchool(ctx, { id, patch: { name: 'Other High' }, ifMatch: null }),
  },
  {
    name: 'an invite that is sent again',
    as: 'admin',
    statements: 12,
    call: written('invites/open-invite resendInvite'),
  },
  {
    name: 'a new position at a school',
    as: 'staff',
    statements: 14,
    call: written('high-schools/change-staff addStaff'),
  },
  {
    name: 'a draft with imported students',
    as: 'staff',
    statements: 13,
    call: (ctx, { designationId: id, actors }) =>
      saveDraft(ctx, {
        id,
        save: DraftSaveSchema.parse({
          ...{ tabId: randomUUID(), userId: actors.staff.id, version: 1 },
          ...{ classSize: 200, criteria: null, criteriaComment: null },
          students: Array.from({ length: 20 }, (_, index) => ({
            ...STUDENT,
            email: `student${index}@students.example.org`,
          })),
        }),
      }),
  },
  {
    name: "a school's first import mapping",
    as: 'staff',
    statements: 5,
    call: written('students/import-mapping rememberImportMapping'),
  },
  {
    name: 'an invite to the staff',
    as: 'staff',
    statements: 16,
    call: written('invites/create-invites inviteStaff'),
  },
  {
    name: 'another position of a staff member',
    as: 'staff',
    statements: 8,
    call: written('high-schools/change-staff changeStaff'),
  },
  {
    name: 'the end of a position',
    as: 'staff',
    statements: 7,
    call: written('high-schools/change-staff removeStaff'),
  },
  {
    name: "a change of an account's rights",
    as: 'admin',
    statements: 9,
    call: written('users/change-user changeUser'),
  },
  {
    name: 'a change of a year',
    as: 'admin',
    statements: 6,
    call: (ctx, { yearId: id }) =>
      changeAcademicYear(ctx, { id, patch: { opensAt: '2026-09-01T08:00:00.000Z' }, ifMatch: null }),
  },
  {
    name: 'the first change of the settings',
    as: 'admin',
    statements: 6,
    call: written('settings/office-settings changeOfficeSettings'),
  },
  {
    name: 'a check of the designations when none has changed',
    as: 'admin',
    statements: 1,
    call: (ctx) => checkDesignations(ctx),
  },
] satisfies readonly Counted[];

/** Statements of frequent reads. Reads of students also begin, record the disclosure, and commit. */
const READS = [
  {
    name: 'a designation for the office',
    as: 'admin',
    statements: 4,
    call: (ctx, { pendingId }) => getDesignation(ctx, pendingId),
  },
  {
    name: 'a school with its staff and invites',
    as: 'admin',
    statements: 3,
    call: (ctx, { schoolId }) => getHighSchool(ctx, schoolId),
  },
  {
    name: 'an account',
    as: 'admin',
    statements: 1,
    call: (ctx, { colleagueId }) => getUser(ctx, colleagueId),
  },
  {
    name: 'a year',
    as: 'admin',
    statements: 1,
    call: (ctx, { yearId }) => getAcademicYear(ctx, yearId),
  },
] satisfies readonly Counted[];

interface Counted {
  readonly name: string;
  readonly statements: number;
  readonly as: WaitingWrite['as'];
  readonly call: WaitingWrite['call'];
}

const database = useDatabase('each test');

async function expectStatements({ as, statements, call }: Counted) {
  const counting = await openCountingOrm(database);
  const scene = await waitingScene(counting.orm);
  await checkDesignations(makeCtx({ orm: counting.orm }));
  const ctx = makeCtx({ orm: counting.orm, actor: scene.actors[as] });
  expect(await counting.statementsOf(() => call(ctx, scene))).toHaveLength(statements);
}

it.each(WRITES)('writes $name with $statements statements', expectStatements);

it.each(READS)('reads $name with $statements statements', expectStatements);

import { describe, expect, it } from 'vitest';
import { Conflict, Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { ANONYMOUS } from '#app/policy/actor.ts';
import {
  DESIGNATION_STATUS_LABELS,
  DESIGNATION_STATUSES,
  type DesignationStatus,
} from '#app/schemas/enums.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import {
  type DesignationScene,
  refusalOf,
  emailsAbout,
  snapshotOf,
} from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given));

const pairs = DESIGNATION_STATUSES.flatMap((from) => DESIGNATION_STATUSES.map((to) => [from, to] as const));
const full = { classSize: 20, criteria: 'CUMULATIVE_GPA' as const, students: 2 };
const LOCKED = {
  APPROVED: 'This designation has been approved, it cannot be edited.',
  REJECTED: 'This designation has been rejected, it cannot be edited.',
};

/** The expected result for staff with a complete designation: the new status, or the refusal. */
function staffOutcome(from: DesignationStatus, to: DesignationStatus): DesignationStatus | Error {
  if (from === 'APPROVED' || from === 'REJECTED') return new Conflict(LOCKED[from]);
  if (to === from || to === 'PENDING') return to;
  const change = `from ${DESIGNATION_STATUS_LABELS[from]} to ${DESIGNATION_STATUS_LABELS[to]}`;
  return new Forbidden(
    `Only administrators may change the status ${change}. Schools can only submit a designation, which sets it to Pending.`,
  );
}

async function newestEvent(id: string): Promise<{ kind: string; status: unknown } | undefined> {
  const [event] = await storedRows(orm, EventEntity, ['kind', 'changes'], {
    where: { subjectId: id },
    orderBy: { at: 'desc', id: 'asc' },
  });
  return event && { kind: event.kind, status: event.changes['status'] };
}

const emailKinds = async (id: string) => (await emailsAbout(orm, id)).map(({ kind }) => ({ kind }));

describe('staff of the school', () => {
  it.each(pairs)("can or can't change %s to %s, as specified", async (from, to) => {
    const { id } = await scene.draft({ status: from, ...full });
    const before = await snapshotOf(orm);
    const expected = staffOutcome(from, to);
    if (expected instanceof Error) {
      expect(await refusalOf(scene.patch(id, { status: to }))).toEqual(expected);
      expect(await snapshotOf(orm)).toEqual(before);
      return;
    }
    const response = await scene.patch(id, { status: to });
    expect(response.status).toBe(expected);
    const isSubmission = to === 'PENDING';
    expect(response.version).toBe(isSubmission ? 2 : 1);
    expect((await newestEvent(id))?.kind).toBe(isSubmission ? 'designation.submitted' : undefined);
    expect(await emailKinds(id)).toEqual(isSubmission ? [{ kind: 'designation.submitted' }] : []);
  });

  it.each(['APPROVED', 'REJECTED'] as const)("can't edit anything once %s", async (status) => {
    const { id } = await scene.draft({ status, ...full });
    const before = await snapshotOf(orm);
    for (const body of [{ classSize: 25 }, { students: [] }, { acceptedTermsAndConditions: true }, {}]) {
      expect(await refusalOf(scene.patch(id, body))).toEqual(new Conflict(LOCKED[status]));
    }
    expect(await snapshotOf(orm)).toEqual(before);
  });
});

describe('strangers and visitors', () => {
  it.each(pairs)("can't change %s to %s", async (from, to) => {
    const { id } = await scene.draft({ status: from, ...full });
    const before = await snapshotOf(orm);
    for (const actor of scene.strangers) {
      expect(await refusalOf(scene.patch(id, { status: to }, { actor }))).toEqual(new NotFound());
    }
    expect(await refusalOf(scene.patch(id, { status: to }, { actor: ANONYMOUS }))).toEqual(
      new Unauthorized(),
    );
    expect(await snapshotOf(orm)).toEqual(before);
  });
});

describe('administrators', () => {
  const KINDS: Record<DesignationStatus, string> = {
    STARTED: 'designation.reopened',
    PENDING: 'designation.reopened',
    RETURNED: 'designation.returned',
    APPROVED: 'designation.approved',
    REJECTED: 'designation.rejected',
  };
  const EMAILED: readonly DesignationStatus[] = ['RETURNED', 'APPROVED', 'REJECTED'];

  it.each(pairs)('can change %s to %s, regardless of the contents', async (from, to) => {
    const { id } = await scene.draft({ status: from });
    const response = await scene.patch(id, { status: to }, { actor: scene.admin });
    expect([response.status, response.submittedBy.id]).toEqual([to, scene.counselor.id]);
    if (from === to) {
      expect([response.version, await newestEvent(id), await emailKinds(id)]).toEqual([1, undefined, []]);
      return;
    }
    expect(response.version).toBe(2);
    expect(await newestEvent(id)).toEqual({ kind: KINDS[to], status: { from, to } });
    expect(await emailKinds(id)).toEqual(EMAILED.includes(to) ? [{ kind: KINDS[to] }] : []);
  });

  it('email each staff member the reasons once by default', async () => {
    const { id } = await scene.draft({ status: 'PENDING', ...full });
    const reasons = ['ADDRESS', 'OTHER', 'ADDRESS'];
    const response = await scene.patch(
      id,
      { status: 'RETURNED', reasons, note: 'See the second line.' },
      { actor: scene.admin },
    );
    expect([response.reasons, response.note]).toEqual([['ADDRESS', 'OTHER'], 'See the second line.']);
    const fields = ['toAddress', 'subject', 'textBody', 'highSchoolIds'] as const;
    const where = { textBody: { $like: `%${id}%` } };
    const [email, ...others] = await storedRows(orm, OutboxMailEntity, fields, { where });
    expect(others).toEqual([]);
    expect(email).toEqual({
      toAddress: scene.counselor.email,
      highSchoolIds: [scene.school.id],
      subject: `${scene.school.name}: the 2026 designation has been returned for correction`,
      textBody: [
        `Hello Pat ${scene.counselor.lastName},`,
        `The 2026 designation for ${scene.school.name} has been returned for correction.`,
        'Reasons:\n- An address is incomplete or wrong\n- Another reason (see the note)',
        'Note from the reviewer:\nSee the second line.',
        'Please correct it and submit it again.',
        `Make corrections:\nhttp://localhost:3000/designate/students?school=${scene.school.id}&year=${response.academicYear.id}`,
        `View the designation:\nhttp://localhost:3000/designations/${id}`,
        'Questions? Email scholars@example.org.\nScholars',
      ].join('\n\n'),
    });
    await scene.patch(id, { status: 'APPROVED', notify: false }, { actor: scene.admin });
    expect(await emailKinds(id)).toEqual([{ kind: 'designation.returned' }]);
  });

  it('replace the reasons and note of the earlier decision; a resubmission keeps them', async () => {
    const { id } = await scene.draft({ status: 'PENDING', ...full });
    const by = { actor: scene.admin };
    await scene.patch(id, { status: 'RETURNED', reasons: ['CRITERIA'], note: 'Why?' }, by);
    const resubmitted = await scene.patch(id, { status: 'PENDING' });
    expect([resubmitted.reasons, resubmitted.note]).toEqual([['CRITERIA'], 'Why?']);
    const approved = await scene.patch(id, { status: 'APPROVED' }, by);
    expect([approved.reasons, approved.note]).toEqual([[], null]);
    const noted = await scene.patch(id, { note: 'Well done.' }, by);
    expect([noted.status, noted.note, noted.version]).toEqual(['APPROVED', 'Well done.', 5]);
  });
});

import { describe, expect, it } from 'vitest';
import { getReceipt } from '#app/domain/designations/get-receipt.server.ts';
import { Conflict, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { ReceiptSchema } from '#app/schemas/designation-screens.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import type { MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';
const NOT_SUBMITTED = new Conflict(
  "This designation hasn't been submitted. Its receipt is available after submission.",
);

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, year, scene } = given), { per: 'each test' });

const receiptOf = (actor: Actor, id: string) => getReceipt(makeCtx({ orm, actor, channel: 'BROWSER' }), id);

async function submitted() {
  const { id } = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA' });
  const students = [studentInput({ first: 'Ann', middle: 'Q', last: 'Lee' }), studentInput()];
  return scene.patch(id, { students, status: 'PENDING' });
}

describe('a receipt', () => {
  it("shows what was submitted, by whom, and when, with only the students' names", async () => {
    const { id, students } = await submitted();
    const receipt = ReceiptSchema.parse(await receiptOf(scene.counselor, id));
    expect(receipt).toEqual({
      id,
      reference: shortReference(2026, id),
      status: 'PENDING',
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      highSchool: { id: scene.school.id, name: scene.school.name },
      academicYear: { id: year.id, year: 2026 },
      submission: { by: `Pat ${scene.counselor.lastName}`, at: '2026-11-21T21:00:00.000Z' },
      changed: null,
      students: [
        { id: students[0]?.id, first: 'Ann', middle: 'Q', last: 'Lee' },
        { id: students[1]?.id, first: students[1]?.first, middle: '', last: students[1]?.last },
      ],
    });
  });

  it('shows the last submission, not a later decision or edit', async () => {
    const clock = createTestClock('2026-11-22T18:00:00.000Z');
    const { actor } = await makeCounselor(orm, [scene.school.id], { firstName: 'Abe', lastName: 'Able' });
    const { id } = await submitted();
    await scene.patch(id, { status: 'PENDING' }, { actor, now: clock.now });
    clock.advance(60_000);
    await scene.patch(id, { classSize: 21 }, { now: clock.now });
    await scene.patch(id, { status: 'APPROVED' }, { actor: scene.admin, now: clock.now });
    expect((await receiptOf(scene.counselor, id)).submission).toEqual({
      by: 'Abe Able',
      at: '2026-11-22T18:00:00.000Z',
    });
  });

  it("shows changes since the submission, the office's to staff, until it is resubmitted", async () => {
    const clock = createTestClock('2026-11-22T18:00:00.000Z');
    const { id } = await submitted();
    const changedFor = async (actor: Actor) => (await receiptOf(actor, id)).changed;
    const patch = (fields: Record<string, unknown>, actor?: Actor) => {
      clock.advance(60_000);
      return scene.patch(id, fields, { actor, now: clock.now });
    };
    const at = () => clock.now().toISOString();
    await patch({ note: 'Seen.' }, scene.admin);
    expect(await changedFor(scene.counselor)).toBeNull();

    await patch({ classSize: 21 }, scene.admin);
    const byOffice = at();
    expect((await receiptOf(scene.counselor, id)).classSize).toBe(21);
    await patch({ status: 'APPROVED' }, scene.admin);
    expect(await changedFor(scene.counselor)).toEqual({ by: 'the office', at: byOffice });
    expect(await changedFor(scene.admin)).toEqual({ by: `Ada ${scene.admin.lastName}`, at: byOffice });

    await patch({ status: 'PENDING' }, scene.admin);
    await patch({ classSize: 20 });
    const bySchool = { by: `Pat ${scene.counselor.lastName}`, at: at() };
    expect(await changedFor(scene.counselor)).toEqual(bySchool);
    await patch({ status: 'PENDING' });
    expect(await changedFor(scene.counselor)).toBeNull();
  });

  it('has no submitter if an administrator set the status to pending', async () => {
    const { id } = await scene.draft();
    await scene.patch(id, { status: 'PENDING' }, { actor: scene.admin });
    expect((await receiptOf(scene.counselor, id)).submission).toBeNull();
  });

  it('exists only for pending, approved, and rejected designations', async () => {
    const { id } = await submitted();
    for (const status of ['APPROVED', 'REJECTED', 'PENDING']) {
      await scene.patch(id, { status }, { actor: scene.admin });
      expect((await receiptOf(scene.counselor, id)).status).toBe(status);
    }
    for (const status of ['RETURNED', 'STARTED']) {
      await scene.patch(id, { status }, { actor: scene.admin });
      expect(await refusalOf(receiptOf(scene.counselor, id))).toEqual(NOT_SUBMITTED);
    }
  });

  it('returns 404 to other schools, and records nothing', async () => {
    const { id } = await submitted();
    const before = await snapshotOf(orm);
    for (const stranger of scene.strangers) {
      expect(await refusalOf(receiptOf(stranger, id))).toEqual(new NotFound());
      expect(await refusalOf(receiptOf(stranger, MISSING))).toEqual(new NotFound());
    }
    expect(await refusalOf(receiptOf(ANONYMOUS, id))).toEqual(new Unauthorized());
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it("is disclosed when an administrator opens it, or isn't returned", async () => {
    const { id, students } = await submitted();
    const em = makeCtx({ orm }).em;
    await receiptOf(scene.admin, id);
    const fields = ['actor', 'channel', 'purpose', 'filter', 'rowCount', 'studentIds'] as const;
    const where = { actor: scene.admin.id };
    expect(await storedRows(orm, DisclosureEntity, fields, { where })).toEqual([
      {
        actor: scene.admin.id,
        channel: 'BROWSER',
        purpose: 'designation.receipt',
        filter: { designationId: id },
        rowCount: 2,
        studentIds: students.map((student) => student.id),
      },
    ]);
    await em.execute('alter table disclosure add constraint full_disk check (row_count < 0) not valid');
    await expect(receiptOf(scene.admin, id)).rejects.toThrow('full_disk');
    const { actor: colleague } = await makeCounselor(orm, [scene.school.id]);
    await expect(receiptOf(colleague, id)).rejects.toThrow('full_disk');
  });
});

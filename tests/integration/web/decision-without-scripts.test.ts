import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makePendingDesignation, patchAs } from '#tests/support/pending-designation.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const SAVED = 'Designation details have been updated!';
const NOTHING = "Nothing to save: you haven't changed anything.";
const OPENING = 'The 2026 designation for Dogwood High has been';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
let admin: MadeUser;
let counselor: MadeUser;
let staffActor: Actor;
let designation: MadeDesignation;
let page: ScriptlessPage;

beforeAll(async () => {
  year = await makeYear(rest.orm);
  admin = await makeAdmin(rest.orm, { lastName: 'Lovelace' });
});

beforeEach(async () => {
  ({ counselor, staffActor, designation } = await makePendingDesignation({ orm: rest.orm, year }));
  page = await scriptlessPage(rest, admin);
  await page.goto(path());
});

const path = () => `/designations/${designation.id}`;
const stored = () => rest.orm.em.fork().findOneOrFail(DesignationEntity, { id: designation.id });
const summary = () => page.texts('[alert]').join('\n');
/** Sends the form with all statuses. */
const save = () => page.press('Save status');

describe('a decision without scripts', () => {
  it('reports that there is nothing to save, then returns with reasons and a note, which the school reads', async () => {
    const em = rest.orm.em.fork();
    const traces = async () => ({
      events: await em.count(EventEntity),
      emails: await em.count(OutboxMailEntity),
      disclosures: await em.count(DisclosureEntity, { purpose: 'designation.edit' }),
    });
    const before = await traces();
    await save();
    expect(page.text()).toContain(`${NOTHING} The status is still Pending.`);
    await page.press('Save general information');
    expect(page.text()).toContain(NOTHING);
    expect((await stored()).version).toBe(1);
    expect(await traces()).toEqual(before);

    await page.goto(path());
    page.fill({ status: 'RETURNED' });
    expect(await save()).toBe(400);
    expect(summary()).toContain('Choose at least one reason for returning the designation.');
    expect(summary()).toContain('Write a note that tells the school what to correct.');
    expect(page.values('status')).toContain('RETURNED');
    expect((await stored()).status).toBe('PENDING');

    page.check('reasons', 'ADDRESS', true);
    page.check('reasons', 'STUDENT_DETAILS', true);
    page.fill({ note: 'Please add the apartment.\nAnd check the second one.' });
    expect(await save()).toBe(200);
    expect(page.text()).toContain(SAVED);
    expect(page.path).toBe(path());
    expect(await stored()).toMatchObject({
      ...{ status: 'RETURNED', reasons: ['ADDRESS', 'STUDENT_DETAILS'], version: 2 },
      note: 'Please add the apartment.\nAnd check the second one.',
    });
    await page.goto(path());
    expect(page.text()).not.toContain(SAVED);
    expect(page.text()).toContain('Returned for correction');
    const school = await scriptlessPage(rest, counselor);
    await school.goto(path());
    expect(school.text()).toContain('An address is incomplete or wrong');
    expect(school.text()).toContain('Please add the apartment.');
  });

  it('requires a note for a rejection, and keeps its form open', async () => {
    expect(await page.press('Reject designation')).toBe(400);
    expect(summary()).toContain('Write a note that tells the school why.');
    expect(page.html).toMatch(/<details class="decision-choice"[^>]* open=""[^>]*><summary[^>]*>Reject…/);
    expect((await stored()).status).toBe('PENDING');
  });

  it("doesn't overwrite newer changes, and keeps the input", async () => {
    await patchAs(rest, staffActor, { id: designation.id, classSize: 12 });
    page.fill({ status: 'REJECTED', note: 'No.' });
    expect(await save()).toBe(412);
    expect(summary()).toMatch(
      /Unable to save designation changes: Pat Person \d+ changed this on .+ AK[SD]T, so nothing was saved\. Look at the latest version, then make your change again\./,
    );
    expect(page.values('note')).toContain('No.');
    expect(page.values('status')).toContain('REJECTED');
    expect(await stored()).toMatchObject({ status: 'PENDING', classSize: 12 });

    await page.goto(path());
    await patchAs(rest, actorOf(admin), { id: designation.id, status: 'APPROVED' });
    expect(await page.press('Approve')).toBe(412);
    expect(summary()).toContain('so nothing was saved.');
  });

  it("starts over after a resubmission, warns about an incomplete designation, and doesn't keep the return's reasons", async () => {
    const { id } = designation;
    await patchAs(rest, actorOf(admin), {
      id,
      status: 'RETURNED',
      reasons: ['CLASS_SIZE'],
      note: 'Count again.',
    });
    await patchAs(rest, staffActor, { id, status: 'PENDING', classSize: 13 });
    await patchAs(rest, actorOf(admin), { id, classSize: 16 });
    await page.goto(path());
    for (const text of [
      "The reviewer's last comments",
      'Class size: 14 → 13',
      "You'd be approving an incomplete designation",
      'A class of 16 needs exactly 2 students; this list has 1.',
    ])
      expect(page.text()).toContain(text);
    await page.press('Approve');
    expect(await stored()).toMatchObject({ status: 'APPROVED', reasons: [], note: null });
  });

  it("emails the school unless the box is checked, which only the office's history shows", async () => {
    const emails = () =>
      storedRows(rest.orm, OutboxMailEntity, ['subject', 'state'], { where: { toAddress: counselor.email } });
    page.fill({ status: 'REJECTED', note: 'Submitted twice.', withoutEmail: true });
    await save();
    expect(page.text()).toContain('Saved without an email.');
    expect(await emails()).toEqual([]);
    const school = await scriptlessPage(rest, counselor);
    await school.goto(path());
    expect(school.text()).toContain('Status: Pending → Rejected');
    expect(school.text()).not.toContain('without an email');
    page.fill({ status: 'APPROVED' });
    await save();
    expect(await emails()).toEqual([
      { subject: 'Dogwood High: the 2026 designation has been approved', state: 'QUEUED' },
    ]);
  });

  it('keeps what was refused while notes are added, which the school never sees, and can be saved after that', async () => {
    page.check('reasons', 'ADDRESS', true);
    page.fill({ note: 'See {{school}}.' });
    expect(await page.press('Return designation')).toBe(400);
    expect(summary()).toContain('{{school}}');
    expect(await page.press('Add note')).toBe(400);
    expect(page.text()).toContain('Note is required.');
    for (const text of ['First.', 'Second.']) {
      expect(page.values('note')).toContain('See {{school}}.');
      page.fill({ text });
      await page.press('Add note');
      expect(page.texts('li').join('\n')).toContain(text);
    }
    expect(page.values('note')).toContain('See {{school}}.');
    expect(page.values('reasons')).toContain('ADDRESS');
    page.fill({ note: 'See page 3.' });
    await page.press('Return designation');
    expect(page.text()).toContain(SAVED);
    expect(await stored()).toMatchObject({ status: 'RETURNED', reasons: ['ADDRESS'], note: 'See page 3.' });
    expect(await rest.orm.em.fork().count(InternalNoteEntity, { designation: designation.id })).toBe(2);
    const school = await scriptlessPage(rest, counselor);
    await school.goto(path());
    expect(school.html).not.toMatch(/First\.|Internal note/);
  });
});

it('the general information limits the class size to its band, and warns about rounding, without scripts', async () => {
  for (const [size, side] of [
    ['20', 'larger than 19'],
    ['9', 'smaller than 10'],
  ] as const) {
    page.fill({ classSize: size });
    expect(await page.press('Save general information')).toBe(400);
    expect(summary()).toContain(
      `Setting class size ${side} would change how many students should be designated. Return the designation for correction instead.`,
    );
    expect(page.value('classSize')).toBe(size);
  }
  page.fill({ classSize: '15', criteria: 'OTHER' });
  expect(await page.press('Save general information')).toBe(400);
  expect(summary()).toContain(
    "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
  );
  page.fill({ criteriaComment: 'By a committee.' });
  await page.press('Save general information');
  expect(page.text()).toContain(SAVED);
  expect(page.text()).toContain('The expected number of students changes from 1 to 2.');
  expect(await stored()).toMatchObject({ classSize: 15, status: 'PENDING', version: 2 });
});

describe('the email next to a decision, without scripts', () => {
  const email = () => page.value('emailBody');
  /** The standard text that is shown next to an edited one. */
  const standard = () => page.texts('.text-pre-line').find((text) => text.startsWith('Dogwood High: '));
  const sent = async () => {
    const where = { toAddress: counselor.email, state: 'QUEUED' } as const;
    const rows = await storedRows(rest.orm, OutboxMailEntity, ['subject', 'textBody'], { where });
    expect(rows).toHaveLength(1);
    const [{ subject, textBody } = { subject: '', textBody: '' }] = rows;
    return [subject, textBody];
  };

  it('can be shown and edited, is kept with other reasons, and for another status only after confirmation', async () => {
    page.fill({ status: 'RETURNED', note: 'One.' });
    page.check('reasons', 'ADDRESS', true);
    await page.press('Show email');
    expect(email()).toContain('Note from the reviewer:\nOne.');
    page.fill({ note: 'Two.' });
    await page.press('Show email');
    expect(email()).toContain('Note from the reviewer:\nTwo.');
    page.fill({ emailBody: 'Mine.', note: 'Three.' });
    await page.press('Show email');
    expect(email()).toBe('Mine.');

    page.fill({ status: 'REJECTED' });
    expect(await save()).toBe(400);
    expect(page.text()).toContain(
      'This email was written for the status Returned. Edit it for Rejected or reset it, then save again.',
    );
    expect(email()).toBe('Mine.');
    expect(standard()).toMatch(/^Dogwood High: the 2026 designation has been rejected/);
    await page.press('Reset to standard text');
    expect(email()).toContain('has been rejected.');
    page.fill({ emailBody: 'Yours.' });
    await save();
    expect(page.text()).toContain(SAVED);
    expect(await sent()).toEqual([
      'Dogwood High: the 2026 designation has been rejected',
      expect.stringContaining('Yours.'),
    ]);
  });

  it('is saved as edited with other reasons only after they were shown', async () => {
    const QUESTION =
      'The reasons or the note changed after this email was written. Edit the email, reset it, or save again to send it unchanged.';
    page.fill({ status: 'RETURNED', note: 'One.' });
    page.check('reasons', 'ADDRESS', true);
    await page.press('Show email');
    page.fill({ emailBody: 'Mine.', note: 'Two. ' });
    page.check('reasons', 'CRITERIA', true);
    expect(await save()).toBe(400);
    expect(page.text()).toContain(QUESTION);
    expect(email()).toBe('Mine.');
    expect(standard()).toMatch(/^Dogwood High: .*criteria need.*Two\./);

    page.fill({ note: 'Three.' });
    expect(await save()).toBe(400);
    expect(standard()).toMatch(/^Dogwood High: .*Three\./);
    expect(page.text()).toContain(QUESTION);
    expect((await stored()).status).toBe('PENDING');
    await save();
    expect(page.text()).toContain(SAVED);
    expect(page.text()).toContain('Three.');
    const [, text] = await sent();
    expect(text).toContain('Mine.');
    expect(text).not.toContain('Three.');
  });

  it('says that no one will receive it if the school has no staff', async () => {
    await rest.orm.em.fork().nativeDelete(HighSchoolStaffEntity, { user: counselor.id });
    page.fill({ status: 'APPROVED' });
    await page.press('Show email');
    expect(page.text()).toContain('No email will be sent: this school has no staff');
    expect(page.html).not.toContain('name="emailBody"');
  });

  it('is replaced when the decision changes, unless it was edited', async () => {
    page.fill({ status: 'APPROVED' });
    await page.press('Show email');
    expect(email()).toContain('has been approved.');
    page.fill({ status: 'REJECTED', note: 'Submitted twice.' });
    await save();
    expect(page.text()).toContain(SAVED);
    const note = 'Note from the reviewer:\nSubmitted twice.';
    const [, text] = await sent();
    expect(text).toContain(`${OPENING} rejected.\n\n${note}\n\nNo further changes can be made.`);
  });
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { NOTES_PAGE_SIZE } from '#app/config/constants.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { openDecision } from '#tests/support/review-page.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;
let colleague: MadeUser;
let counselor: MadeUser;
let school: MadeSchool;
let designation: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { firstName: 'Marian', lastName: 'Fox' });
  colleague = await makeAdmin(orm);
  school = await makeSchool(orm, { name: 'Elm High' });
  counselor = (await makeCounselor(orm, [school.id])).user;
  designation = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
});

it('administrators add, read, and delete notes on the page of a designation, and its staff see none', async () => {
  const path = `/designations/${designation.id}`;
  const text = 'They moved into a new building.';
  const page = await bench.pageOf(admin);
  await page.goto(path);
  const panel = page.getByRole('region', { name: 'Internal notes' });
  await panel.getByRole('button', { name: 'Add note' }).click();
  await panel.getByText('Note is required.').first().waitFor();
  const note = panel.getByRole('textbox', { name: 'Note' });
  await note.fill(text);
  await panel.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Note added.').waitFor();
  expect(await panel.getByRole('listitem').innerText()).toContain('Marian Fox');
  expect(await note.inputValue()).toBe('');
  await expectNoAxeViolations(page);
  await page.emulateMedia({ media: 'print' });
  expect([await note.isVisible(), await panel.getByText(text).isVisible()]).toEqual([false, true]);
  await page.emulateMedia({ media: 'screen' });

  const others = await bench.pageOf(colleague);
  await others.goto(path);
  expect(await others.getByText(text).count()).toBe(1);
  expect(await others.getByRole('button', { name: 'Delete note' }).count()).toBe(0);
  const staff = await bench.pageOf(counselor);
  await staff.goto(path);
  await staff.getByRole('heading', { level: 1, name: 'Elm High' }).waitFor();
  expect(await staff.content()).not.toContain('new building');
  expect(await staff.getByText('Internal note').count()).toBe(0);

  await panel.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
  await page.getByText('Note deleted.').waitFor();
  expect(await page.getByText(text).count()).toBe(0);
});

it('deleting a note on the second page of notes stays there, until the page is gone', async () => {
  const { orm } = bench;
  const em = orm.em.fork();
  for (let number = 1; number <= NOTES_PAGE_SIZE + 2; number++) {
    em.create(InternalNoteEntity, {
      ...{ id: randomUUID(), highSchool: school.id, designation: null, author: admin.id, kind: 'NOTE' },
      ...{ text: `Note ${number}`, createdAt: new Date(Date.now() - number * 60_000) },
    });
  }
  await em.flush();
  const page = await bench.pageOf(admin);
  await page.goto(`/highschools/${school.id}`);
  const panel = page.getByRole('region', { name: 'Internal notes' });
  await panel.getByRole('link', { name: 'Next' }).click();
  const deleteFirst = async () => {
    await panel.getByRole('button', { name: 'Delete note' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
  };
  await panel.getByText('Note 21', { exact: true }).waitFor();
  await deleteFirst();
  await panel.getByText('Note 21', { exact: true }).waitFor({ state: 'detached' });
  expect(await panel.getByRole('listitem').count()).toBe(1);
  expect(await panel.getByText('Note 22', { exact: true }).count()).toBe(1);
  await deleteFirst();
  await panel.getByText('Note 20', { exact: true }).waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(NOTES_PAGE_SIZE);
});

it('adding a note keeps what was typed into other forms, even if a colleague has saved since', async () => {
  const { orm, year } = bench;
  const { id: highSchoolId } = await makeSchool(orm, { name: 'Fir High', phone: '(907) 555-0100' });
  const { id } = await makeDesignation(orm, {
    ...{ highSchoolId, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const addNote = async (page: Page) => {
    const panel = page.getByRole('region', { name: 'Internal notes' });
    await panel.getByRole('textbox', { name: 'Note' }).fill('Phoned.');
    await panel.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added.').waitFor();
  };
  const others = await bench.pageOf(colleague);
  const page = await bench.pageOf(admin);

  await page.goto(`/highschools/${highSchoolId}`);
  await waitForHydration(page);
  const fax = page.locator('#school').getByRole('textbox', { name: 'Fax' });
  await fax.fill('(907) 555-0101');
  const path = `/api/highschools/${highSchoolId}`;
  await others.goto('/');
  expect((await others.request.patch(path, { data: { phone: '(907) 555-0102' } })).status()).toBe(200);
  await addNote(page);
  expect(await fax.inputValue()).toBe('(907) 555-0101');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.locator('#school').getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('alert').getByText('so nothing was saved').waitFor();
  bench.browser.takeComplaints();
  expect(await fax.inputValue()).toBe('(907) 555-0101');

  const review = await bench.pageOf(admin);
  const opened = new URLSearchParams({ queue: new Date().toISOString() }).toString();
  await review.goto(`/designations/${id}?${opened}`);
  await waitForHydration(review);
  const size = review.locator('#general-information').locator('[name=classSize]');
  await review.locator('summary', { hasText: 'Edit general information' }).click();
  await size.fill('21');
  await review.getByRole('button', { name: 'Approve' }).click();
  await review.getByText('Designation details have been updated!').waitFor();
  expect([new URL(review.url()).pathname, await size.inputValue()]).toEqual([`/designations/${id}`, '21']);
  await review
    .locator('#general-information')
    .getByRole('button', { name: 'Save general information' })
    .click();
  await expect
    .poll(async () => (await orm.em.fork().findOneOrFail(DesignationEntity, id)).classSize)
    .toBe(21);
});

async function makePending(name: string): Promise<string> {
  const { orm, year } = bench;
  const { id: highSchoolId } = await makeSchool(orm, { name });
  const { id } = await makeDesignation(orm, {
    ...{ highSchoolId, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  return id;
}

async function addNote(page: Page, text: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Internal notes' });
  await panel.getByRole('textbox', { name: 'Note' }).fill(text);
  await panel.getByRole('button', { name: 'Add note' }).click();
  await panel.getByRole('listitem').filter({ hasText: text }).waitFor();
}

it('adding a note keeps a decision that was refused, and the decision can be saved after it', async () => {
  const { orm } = bench;
  const id = await makePending('Gable High');
  const page = await bench.pageOf(admin);
  await page.goto(`/designations/${id}`);
  await waitForHydration(page);
  const form = await openDecision(page, 'Return…');
  await form.getByRole('checkbox', { name: 'An address is incomplete or wrong' }).check();
  const toSchool = form.getByRole('textbox', { name: 'Note to the school' });
  await toSchool.fill('See {{school}}.');
  await form.getByRole('button', { name: 'Return designation' }).click();
  await page.getByRole('alert').getByText('{{school}}').first().waitFor();
  bench.browser.takeComplaints();
  const add = page.getByRole('region', { name: 'Internal notes' }).getByRole('button', { name: 'Add note' });
  await add.click();
  await page.getByText('Note is required.').first().waitFor();
  bench.browser.takeComplaints();
  expect(await toSchool.inputValue()).toBe('See {{school}}.');
  await addNote(page, 'First.');
  expect(await toSchool.inputValue()).toBe('See {{school}}.');
  expect(await form.getByRole('checkbox', { name: 'An address is incomplete' }).isChecked()).toBe(true);
  await addNote(page, 'Second.');
  expect(await toSchool.inputValue()).toBe('See {{school}}.');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  // Closing it moves the focus back.
  await question.waitFor({ state: 'hidden' });
  await toSchool.fill('See page 3.');
  await form.getByRole('button', { name: 'Return designation' }).click();
  await page.getByText('Designation details have been updated!').waitFor();
  expect(await orm.em.fork().findOneOrFail(DesignationEntity, id)).toMatchObject({
    ...{ status: 'RETURNED', reasons: ['ADDRESS'], note: 'See page 3.' },
  });
  expect(await orm.em.fork().count(InternalNoteEntity, { designation: id })).toBe(2);
});

it('after a conflict and a note, a decision keeps its text; one saved by a colleague since then is a new conflict', async () => {
  const { orm } = bench;
  const id = await makePending('Harbor High');
  const others = await bench.pageOf(colleague);
  await others.goto('/');
  const correct = async (classSize: number) => {
    const path = `/api/designations/${id}`;
    expect((await others.request.patch(path, { data: { classSize } })).status()).toBe(200);
  };
  const page = await bench.pageOf(admin);
  await page.goto(`/designations/${id}`);
  await waitForHydration(page);
  const rejection = await openDecision(page, 'Reject…');
  const toReject = rejection.locator('[name=note]');
  await toReject.fill('Typed before.');
  const form = await openDecision(page, 'Return…');
  await form.getByRole('checkbox', { name: 'An address is incomplete or wrong' }).check();
  const toSchool = form.getByRole('textbox', { name: 'Note to the school' });
  await toSchool.fill('Check them.');
  const send = () => form.getByRole('button', { name: 'Return designation' }).click();
  const refused = page.getByRole('alert').getByText('so nothing was saved');

  const version = () => form.locator('[name=version]').inputValue();
  await correct(21);
  await send();
  await refused.waitFor();
  await expect.poll(version).toBe('2');
  await correct(22);
  await addNote(page, 'Phoned.');
  expect(await version()).toBe('2');
  expect(await toSchool.inputValue()).toBe('Check them.');
  expect(await toReject.inputValue()).toBe('Typed before.');
  await send();
  await expect.poll(version).toBe('3');
  expect((await orm.em.fork().findOneOrFail(DesignationEntity, id)).status).toBe('PENDING');
  expect(await toSchool.inputValue()).toBe('Check them.');
  await send();
  await page.getByText('Designation details have been updated!').waitFor();
  expect(await orm.em.fork().findOneOrFail(DesignationEntity, id)).toMatchObject({
    ...{ status: 'RETURNED', note: 'Check them.', classSize: 22 },
  });
  bench.browser.takeComplaints();
});

it("Cancel discards its own form's changes only: the page still asks before it loses a note", async () => {
  const { id } = await makeSchool(bench.orm, { name: 'Ivy High', phone: '(907) 555-0100' });
  const page = await bench.pageOf(admin);
  await page.goto(`/highschools/${id}`);
  await waitForHydration(page);
  const leave = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  const dialog = page.getByRole('alertdialog');
  const note = page.getByRole('region', { name: 'Internal notes' }).getByRole('textbox', { name: 'Note' });
  const fax = page.locator('#school').getByRole('textbox', { name: 'Fax' });
  await note.fill('They moved.');
  await fax.fill('(907) 555-0199');
  await page.locator('#school').getByRole('button', { name: 'Cancel' }).first().click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => fax.inputValue()).not.toBe('(907) 555-0199');
  expect(await page.locator('#school').getByLabel('Status').inputValue()).toBe('ACTIVE');
  expect(await note.inputValue()).toBe('They moved.');
  await leave();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await fax.fill('(907) 555-0198');
  await page.locator('#school').getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Changes saved!').waitFor();
  await leave();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await addNote(page, 'They moved.');
  await leave();
  await page.waitForURL('**/users');
});

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

it('administrators add a note on the page of a designation, print it, and delete it, also on the second page of notes', async () => {
  const { orm } = bench;
  const em = orm.em.fork();
  for (let number = 1; number <= NOTES_PAGE_SIZE + 1; number++) {
    em.create(InternalNoteEntity, {
      ...{
        id: randomUUID(),
        highSchool: school.id,
        designation: designation.id,
        author: admin.id,
        kind: 'NOTE',
      },
      ...{ text: `Note ${number}`, createdAt: new Date(Date.now() - number * 60_000) },
    });
  }
  await em.flush();
  const text = 'They moved into a new building.';
  const page = await bench.pageOf(admin);
  await page.goto(`/designations/${designation.id}`);
  const panel = page.getByRole('region', { name: 'Internal notes' });
  await panel.getByRole('button', { name: 'Add note' }).click();
  await panel.getByText('Note is required.').first().waitFor();
  const note = panel.getByRole('textbox', { name: 'Note' });
  await addNote(page, text);
  await page.getByText('Note added.').waitFor();
  expect(await note.inputValue()).toBe('');
  await expectNoAxeViolations(page);
  await page.emulateMedia({ media: 'print' });
  expect([await note.isVisible(), await panel.getByText(text).isVisible()]).toEqual([false, true]);
  await page.emulateMedia({ media: 'screen' });

  await panel.getByRole('link', { name: 'Next' }).click();
  const deleteFirst = async () => {
    await panel.getByRole('button', { name: 'Delete note' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
  };
  await panel.getByText(`Note ${NOTES_PAGE_SIZE}`, { exact: true }).waitFor();
  await deleteFirst();
  await panel.getByText(`Note ${NOTES_PAGE_SIZE}`, { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Note deleted.').waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(1);
  await deleteFirst();
  await panel.getByText(text).waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(NOTES_PAGE_SIZE);
});

it('adding a note keeps a decision that was refused; one saved by a colleague since then is a new conflict', async () => {
  const { orm } = bench;
  const id = await makePending('Harbor High');
  const others = await bench.pageOf(colleague);
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
  await toSchool.fill('See {{school}}.');
  const send = () => form.getByRole('button', { name: 'Return designation' }).click();
  await send();
  await page.getByRole('alert').getByText('{{school}}').first().waitFor();
  const add = page.getByRole('region', { name: 'Internal notes' }).getByRole('button', { name: 'Add note' });
  await add.click();
  await page.getByText('Note is required.').first().waitFor();
  await addNote(page, 'First.');
  expect(await toSchool.inputValue()).toBe('See {{school}}.');
  expect(await form.getByRole('checkbox', { name: 'An address is incomplete' }).isChecked()).toBe(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  // Closing it moves the focus back.
  await question.waitFor({ state: 'hidden' });
  await toSchool.fill('Check them.');

  const version = () => form.locator('[name=version]').inputValue();
  await correct(21);
  await send();
  await page.getByRole('alert').getByText('so nothing was saved').waitFor();
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
    ...{ status: 'RETURNED', reasons: ['ADDRESS'], note: 'Check them.', classSize: 22 },
  });
  bench.browser.takeComplaints();
});

it("Cancel, Save, and a colleague's change concern their own form only: what was typed into the others is kept, and the page asks before it loses it", async () => {
  const { orm, year } = bench;
  const { id: highSchoolId } = await makeSchool(orm, { name: 'Ivy High', phone: '(907) 555-0100' });
  const { id } = await makeDesignation(orm, {
    ...{ highSchoolId, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const page = await bench.pageOf(admin);
  await page.goto(`/highschools/${highSchoolId}`);
  await waitForHydration(page);
  const leave = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  const dialog = page.getByRole('alertdialog');
  const stay = async () => {
    await leave();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const form = page.locator('#school');
  const note = page.getByRole('region', { name: 'Internal notes' }).getByRole('textbox', { name: 'Note' });
  const fax = form.getByRole('textbox', { name: 'Fax' });
  await note.fill('They moved.');
  await fax.fill('(907) 555-0199');
  await form.getByRole('button', { name: 'Cancel' }).first().click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => fax.inputValue()).not.toBe('(907) 555-0199');
  expect(await form.getByLabel('Status').inputValue()).toBe('ACTIVE');
  expect(await note.inputValue()).toBe('They moved.');
  await stay();
  await fax.fill('(907) 555-0198');
  await form.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Changes saved!').waitFor();
  await stay();

  await fax.fill('(907) 555-0101');
  const others = await bench.pageOf(colleague);
  const changed = { data: { phone: '(907) 555-0102' } };
  expect((await others.request.patch(`/api/highschools/${highSchoolId}`, changed)).status()).toBe(200);
  await addNote(page, 'They moved.');
  expect(await fax.inputValue()).toBe('(907) 555-0101');
  await stay();
  await form.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('alert').getByText('so nothing was saved').waitFor();
  bench.browser.takeComplaints();
  expect(await fax.inputValue()).toBe('(907) 555-0101');

  await page.goto(
    `/designations/${id}?${new URLSearchParams({ queue: new Date().toISOString() }).toString()}`,
  );
  await waitForHydration(page);
  const general = page.locator('#general-information');
  const size = general.locator('[name=classSize]');
  await page.locator('summary', { hasText: 'Edit general information' }).click();
  await size.fill('21');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Designation details have been updated!').waitFor();
  expect([new URL(page.url()).pathname, await size.inputValue()]).toEqual([`/designations/${id}`, '21']);
  await general.getByRole('button', { name: 'Save general information' }).click();
  await expect
    .poll(async () => (await orm.em.fork().findOneOrFail(DesignationEntity, id)).classSize)
    .toBe(21);
});

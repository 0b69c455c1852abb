import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { actorOf, makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makePendingDesignation, patchAs, summaryOf } from '#tests/support/pending-designation.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus, openDecision, openEmail } from '#tests/support/review-page.ts';

const SAVED = 'Designation details have been updated!';
const NOTHING = "Nothing to save: you haven't changed anything.";
const NOTE = 'Please add the apartment.\nAnd check the second one.';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let counselor: MadeUser;
let staffActor: Actor;
let designation: MadeDesignation;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { lastName: 'Lovelace' });
});

beforeEach(async () => {
  ({ counselor, staffActor, designation } = await makePendingDesignation(bench));
});

const path = () => `/designations/${designation.id}`;

const stored = () => bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: designation.id });

describe('the decision form', () => {
  it('reports that there is nothing to save, then returns with reason and note, whose errors disappear once they are fixed, on a phone', async () => {
    const page = await bench.pageOf(admin, PHONE);
    await page.goto(path());
    const em = bench.orm.em.fork();
    const traces = async () => ({
      events: await em.count(EventEntity),
      emails: await em.count(OutboxMailEntity),
      disclosures: await em.count(DisclosureEntity, { purpose: 'designation.edit' }),
    });
    const before = await traces();
    await openDecision(page, 'Other status…');
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText(`${NOTHING} The status is still Pending.`).waitFor();
    await page.getByText('Edit general information').click();
    await page.getByRole('button', { name: 'Save general information' }).click();
    await page.getByText(NOTHING, { exact: true }).waitFor();
    expect((await stored()).version).toBe(1);
    expect(await traces()).toEqual(before);

    await page.goto(path());
    const entries = await page.evaluate('history.length');
    await chooseStatus(page, 'Returned');
    await page.getByRole('button', { name: 'Save status' }).click();
    await expect
      .poll(() => summaryOf(page))
      .toEqual([
        'Choose at least one reason for returning the designation.',
        'Write a note that tells the school what to correct.',
      ]);
    expect(bench.browser.takeComplaints().every((line) => line.includes('400 (Bad Request)'))).toBe(true);
    expect(await page.getByRole('radio', { name: 'Returned' }).isChecked()).toBe(true);
    expect((await stored()).status).toBe('PENDING');
    await expectNoAxeViolations(page);
    const noteError = 'Write a note that tells the school what to correct.';
    await page.getByRole('link', { name: noteError }).click();
    expect(await page.evaluate('document.activeElement.name')).toBe('note');

    const reason = page.getByRole('checkbox', { name: 'An address is incomplete or wrong' });
    await reason.check();
    expect(await summaryOf(page)).toEqual([noteError]);
    expect(await reason.evaluate((box) => box === document.activeElement)).toBe(true);
    await reason.uncheck();
    expect((await summaryOf(page)).length).toBe(2);
    await chooseStatus(page, 'Approved');
    expect(await summaryOf(page)).toEqual([]);
    await chooseStatus(page, 'Returned');
    await reason.check();
    const note = page.getByRole('textbox', { name: 'Note to the school' });
    await note.pressSequentially('Please');
    expect([await page.getByRole('alert').count(), await note.getAttribute('aria-invalid')]).toEqual([
      0,
      null,
    ]);
    await note.fill('');
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.locator('[role=alert]:focus').waitFor();
    expect(await summaryOf(page)).toEqual([noteError]);
    bench.browser.takeComplaints();

    await page.getByRole('checkbox', { name: "A student's details need corrections" }).check();
    await note.fill(NOTE);
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText(SAVED).waitFor();
    expect(new URL(page.url()).pathname).toBe(path());
    expect(await page.evaluate('history.length')).toBe(entries);
    expect(await stored()).toMatchObject({
      status: 'RETURNED',
      reasons: ['ADDRESS', 'STUDENT_DETAILS'],
      note: NOTE,
      version: 2,
    });
    await page.reload();
    expect(await page.getByText(SAVED).count()).toBe(0);
    await page.getByText('Returned for correction').first().waitFor();
  });

  it("starts over after a resubmission, warns before an incomplete designation is approved, and doesn't show the return's reasons in the approval", async () => {
    await patchAs(bench, actorOf(admin), {
      id: designation.id,
      status: 'RETURNED',
      reasons: ['CLASS_SIZE'],
      note: 'Count again.',
    });
    await patchAs(bench, staffActor, { id: designation.id, status: 'PENDING', classSize: 13 });
    await patchAs(bench, actorOf(admin), { id: designation.id, classSize: 16 });
    const page = await bench.pageOf(admin);
    await page.goto(path());
    expect(await page.getByText("The reviewer's last comments").isVisible()).toBe(true);
    expect(await page.getByText('Class size: 14 → 13').isVisible()).toBe(true);
    expect(await page.getByText("You'd be approving an incomplete designation").isVisible()).toBe(true);
    await page.getByText('A class of 16 needs exactly 2 students; this list has 1.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByText(SAVED).waitFor();
    expect(await stored()).toMatchObject({ status: 'APPROVED', reasons: [], note: null });
    expect(await page.evaluate('document.activeElement.textContent')).toContain(SAVED);
  });

  it('emails the school by default', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(path());
    await chooseStatus(page, 'Rejected');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Submitted twice.');
    await openEmail(page);
    await page.getByRole('checkbox', { name: "Don't email the school" }).check();
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText(SAVED).waitFor();
    await chooseStatus(page, 'Approved');
    await page.getByRole('button', { name: 'Save status' }).click();
    await expect.poll(async () => (await stored()).status).toBe('APPROVED');
    const emails = await bench.orm.em.fork().find(OutboxMailEntity, { toAddress: counselor.email });
    expect(emails.map(({ subject, state }) => [subject, state])).toEqual([
      ['Dogwood High: the 2026 designation has been approved', 'QUEUED'],
    ]);
  });

  it("doesn't overwrite newer changes, not even with the decision that a colleague was faster to make, and keeps the input", async () => {
    const page = await bench.pageOf(admin);
    await page.goto(path());
    await patchAs(bench, staffActor, { id: designation.id, classSize: 12 });
    await chooseStatus(page, 'Rejected');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('No.');
    await page.getByRole('button', { name: 'Save status' }).click();
    await expect
      .poll(() => summaryOf(page))
      .toEqual([
        expect.stringMatching(
          /^Unable to save designation changes: Pat Person \d+ changed this on .+ AK[SD]T, so nothing was saved\. Look at the latest version, then make your change again\.$/,
        ),
      ]);
    expect(bench.browser.takeComplaints().every((line) => line.includes('412'))).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Note to the school' }).inputValue()).toBe('No.');
    expect(await page.getByRole('radio', { name: 'Rejected' }).isChecked()).toBe(true);
    expect(await stored()).toMatchObject({ status: 'PENDING', classSize: 12 });
    await patchAs(bench, actorOf(admin), { id: designation.id, status: 'PENDING' });
    await page.goto(path());
    const note = page.locator('#decision-return').getByRole('textbox', { name: 'Note to the school' });
    await page.getByText('Return…', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Another reason' }).check();
    await note.fill('Please call us.');
    await patchAs(bench, actorOf(admin), { id: designation.id, status: 'RETURNED' });
    await page.getByRole('button', { name: 'Return designation' }).click();
    await expect.poll(() => summaryOf(page)).toEqual([expect.stringContaining('so nothing was saved.')]);
    expect(bench.browser.takeComplaints().every((line) => line.includes('412'))).toBe(true);
    expect(await note.inputValue()).toBe('Please call us.');
  });
});

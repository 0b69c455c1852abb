import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus, openEmail } from '#tests/support/review-page.ts';
import { passUndoTime } from '#tests/support/undo-time.server.ts';

const SAVED = 'Designation details have been updated!';
const OPENING = 'The 2026 designation for Dogwood High has been';
const PHONE = { viewport: { width: 375, height: 740 } };
const NO_SCRIPTS = { javaScriptEnabled: false };

const bench = useDesignateApp();
let admin: MadeUser;
let counselor: MadeUser;
let designation: MadeDesignation;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});

beforeEach(async () => {
  designation = await pending(true);
});

/** A PENDING designation of a new Dogwood High, with or without staff. */
async function pending(isStaffed: boolean): Promise<MadeDesignation> {
  const school = await makeSchool(bench.orm, { name: 'Dogwood High' });
  counselor = (await makeCounselor(bench.orm, isStaffed ? [school.id] : [])).user;
  return makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: counselor.id,
    status: 'PENDING',
    classSize: 14,
    criteria: 'CUMULATIVE_GPA',
    students: 1,
  });
}

const path = () => `/designations/${designation.id}`;
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
async function showEmail(page: Page): Promise<void> {
  await openEmail(page);
  await page.getByRole('button', { name: 'Show email' }).click();
}
const save = (page: Page) => page.getByRole('button', { name: 'Save status' });

function sentText(email: string): string {
  return email.slice(
    email.indexOf('\n\n') + 2,
    email.search(/\n\n(?:Make corrections|View the designation):/),
  );
}

describe('the email next to the decision', () => {
  it('follows the decision until it is edited, and is sent as edited, on a phone', async () => {
    const page = await bench.pageOf(admin, PHONE);
    await page.goto(path());
    await openEmail(page);
    await page.getByText('Choose another status to see the email here.').waitFor();
    await chooseStatus(page, 'Approved');
    expect(await text(page).inputValue()).toBe(`${OPENING} approved.\n\nNo further changes can be made.`);
    await chooseStatus(page, 'Returned');
    await page.getByRole('checkbox', { name: 'An address is incomplete or wrong' }).check();
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('The second one.');
    const standard = `${OPENING} returned for correction.\n\nReasons:\n- An address is incomplete or wrong\n\nNote from the reviewer:\nThe second one.\n\nPlease correct it and submit it again.`;
    expect(await text(page).inputValue()).toBe(standard);
    expect(await page.getByText(`Pat ${counselor.lastName} <${counselor.email}>`).isVisible()).toBe(true);
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);

    await text(page).press('End');
    await text(page).pressSequentially(' Soon.');
    await subject(page).fill('Please look again');
    await page.getByRole('checkbox', { name: 'The criteria need an explanation' }).check();
    expect(await text(page).inputValue()).toContain(' Soon.');
    expect(await page.getByText('The email no longer matches the reasons and the note.').isVisible()).toBe(
      true,
    );
    await chooseStatus(page, 'Rejected');
    expect(await text(page).inputValue()).toContain('has been rejected.');
    await chooseStatus(page, 'Returned');
    expect(await subject(page).inputValue()).toBe('Please look again');
    await page.getByRole('button', { name: 'Reset to standard text' }).click();
    expect(await subject(page).inputValue()).toBe(
      'Dogwood High: the 2026 designation has been returned for correction',
    );
    expect(await text(page).inputValue()).toContain('- The criteria need an explanation');

    await subject(page).fill('');
    await text(page).fill('Call me,\nplease.');
    await save(page).click();
    const summary = page.getByRole('alert').getByRole('listitem');
    await expect
      .poll(() => summary.allTextContents())
      .toEqual(["Write a subject for the email, or check “Don't email the school”."]);
    bench.browser.takeComplaints();
    expect(await text(page).inputValue()).toBe('Call me,\nplease.');
    await subject(page).fill('Third try');
    await save(page).click();
    await page.getByText(SAVED).waitFor();
    await passUndoTime(bench.orm);
    const email = await bench.app.mail.waitForEmailTo(counselor.email);
    expect([email.subject, sentText(email.text)]).toEqual(['Third try', 'Call me,\nplease.']);
    expect(email.html).toMatch(/Call me,.*please\./s);
    expect(await page.getByText("The email's text was edited.").isVisible()).toBe(true);
  });

  it("can be skipped, which only the office's history shows, and says when no one will receive it", async () => {
    const page = await bench.pageOf(admin);
    await page.goto(path());
    await chooseStatus(page, 'Approved');
    await openEmail(page);
    await page.getByRole('checkbox', { name: "Don't email the school" }).check();
    expect(await text(page).count()).toBe(0);
    await page.getByRole('radio', { name: 'Approved' }).press('Enter');
    await page.getByText(SAVED).waitFor();
    expect(await page.getByText('Saved without an email.').isVisible()).toBe(true);
    const school = await bench.pageOf(counselor);
    await school.goto(path());
    expect(await school.getByText('Status: Pending → Approved').isVisible()).toBe(true);
    expect(await school.getByText('without an email').count()).toBe(0);
    expect(await bench.orm.em.fork().count(OutboxMailEntity, { toAddress: counselor.email })).toBe(0);

    designation = await pending(false);
    await page.goto(path());
    await chooseStatus(page, 'Rejected');
    await openEmail(page);
    await page.getByText('No email will be sent: this school has no staff').waitFor();
    expect(await text(page).count()).toBe(0);
  });
});

describe('without scripts', () => {
  it('the email can be shown and edited, is kept with other reasons, and for another status only after confirmation', async () => {
    const page = await bench.pageOf(admin, NO_SCRIPTS);
    await page.goto(path());
    await chooseStatus(page, 'Returned');
    await page.getByRole('checkbox', { name: 'An address is incomplete or wrong' }).check();
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('One.');
    await showEmail(page);
    expect(await text(page).inputValue()).toContain('Note from the reviewer:\nOne.');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Two.');
    await showEmail(page);
    expect(await text(page).inputValue()).toContain('Note from the reviewer:\nTwo.');
    await text(page).fill('Mine.');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Three.');
    await showEmail(page);
    expect(await text(page).inputValue()).toBe('Mine.');

    await chooseStatus(page, 'Rejected');
    await save(page).click();
    await page
      .getByText(
        'This email was written for the status Returned. Edit it for Rejected or reset it, then save again.',
      )
      .first()
      .waitFor();
    bench.browser.takeComplaints();
    expect(await text(page).inputValue()).toBe('Mine.');
    expect(await page.getByText(/^Dogwood High: the 2026 designation has been rejected\n/).count()).toBe(1);
    await page.getByRole('button', { name: 'Reset to standard text' }).click();
    expect(await text(page).inputValue()).toContain('has been rejected.');
    await text(page).fill('Yours.');
    await save(page).click();
    await page.getByText(SAVED).waitFor();
    await passUndoTime(bench.orm);
    const email = await bench.app.mail.waitForEmailTo(counselor.email);
    expect([email.subject, sentText(email.text)]).toEqual([
      'Dogwood High: the 2026 designation has been rejected',
      'Yours.',
    ]);
    expect(bench.app.mail.emailsTo(counselor.email)).toHaveLength(1);
  });

  it('an edited text is saved with other reasons only after they were shown', async () => {
    const page = await bench.pageOf(admin, NO_SCRIPTS);
    const QUESTION =
      'The reasons or the note changed after this email was written. Edit the email, reset it, or save again to send it unchanged.';
    await page.goto(path());
    await chooseStatus(page, 'Returned');
    await page.getByRole('checkbox', { name: 'An address is incomplete or wrong' }).check();
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('One.');
    await showEmail(page);
    await text(page).fill('Mine.');
    await page.getByRole('checkbox', { name: 'The criteria need an explanation' }).check();
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Two. ');
    await save(page).click();
    await page.getByText(QUESTION).first().waitFor();
    bench.browser.takeComplaints();
    expect(await text(page).inputValue()).toBe('Mine.');
    expect(await page.getByText(/^Dogwood High: .*\n[^]*criteria need[^]*Two\./).count()).toBe(1);

    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Three.');
    await save(page).click();
    await page.getByText(/^Dogwood High: .*\n[^]*Three\./).waitFor();
    await page.getByText(QUESTION).first().waitFor();
    bench.browser.takeComplaints();
    expect(bench.app.mail.emailsTo(counselor.email)).toEqual([]);
    await save(page).click();
    await page.getByText(SAVED).waitFor();
    await passUndoTime(bench.orm);
    const email = await bench.app.mail.waitForEmailTo(counselor.email);
    expect(sentText(email.text)).toBe('Mine.');
    expect(await page.getByText('Three.').count()).toBeGreaterThan(0);
  });

  it('an unedited text is replaced when the decision changes', async () => {
    const page = await bench.pageOf(admin, NO_SCRIPTS);
    await page.goto(path());
    await chooseStatus(page, 'Approved');
    await showEmail(page);
    expect(await text(page).inputValue()).toContain('has been approved.');
    await chooseStatus(page, 'Rejected');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Submitted twice.');
    await save(page).click();
    await page.getByText(SAVED).waitFor();
    await passUndoTime(bench.orm);
    const email = await bench.app.mail.waitForEmailTo(counselor.email);
    const note = 'Note from the reviewer:\nSubmitted twice.';
    expect(sentText(email.text)).toBe(`${OPENING} rejected.\n\n${note}\n\nNo further changes can be made.`);
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { makePendingDesignation, summaryOf } from '#tests/support/pending-designation.server.ts';
import { chooseStatus, openEmail } from '#tests/support/review-page.ts';
import { passUndoTime } from '#tests/support/undo-time.server.ts';

const SAVED = 'Designation details have been updated!';
const OPENING = 'The 2026 designation for Dogwood High has been';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let counselor: MadeUser;
let designation: MadeDesignation;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});

beforeEach(async () => {
  ({ counselor, designation } = await makePendingDesignation(bench));
});

const path = () => `/designations/${designation.id}`;
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save status' });

function sentText(email: string): string {
  return email.slice(
    email.indexOf('\n\n') + 2,
    email.search(/\n\n(?:Make corrections|View the designation):/),
  );
}

describe('the email next to the decision', () => {
  it('follows the decision until it is edited, and is sent as edited, except to an address that bounced, on a phone', async () => {
    const { user: bounced } = await makeCounselor(bench.orm, [designation.highSchoolId]);
    await recordBounce(makeCtx({ orm: bench.orm }), { email: bounced.email, source: 'REPORT', reason: '' });
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
    const people = page
      .locator('div')
      .filter({ hasText: /^We'll email these people, except those whose addresses bounced:/ });
    const shown = (await people.last().innerText()).replace(/\s+/g, ' ');
    expect(shown).toContain(`Pat ${counselor.lastName} <${counselor.email}>`);
    expect(shown).toContain(`<${bounced.email}> Address bounced`);
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
    const skip = page.getByRole('checkbox', { name: "Don't email the school" });
    await skip.check();
    expect(await text(page).count()).toBe(0);
    await skip.uncheck();
    await page.getByRole('button', { name: 'Reset to standard text' }).click();
    expect(await subject(page).inputValue()).toBe(
      'Dogwood High: the 2026 designation has been returned for correction',
    );
    expect(await text(page).inputValue()).toContain('- The criteria need an explanation');

    await subject(page).fill('');
    await text(page).fill('Call me,\nplease.');
    await save(page).click();
    await expect
      .poll(() => summaryOf(page))
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
});

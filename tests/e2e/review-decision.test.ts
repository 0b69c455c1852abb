import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makePendingDesignation, summaryOf } from '#tests/support/pending-designation.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus, openDecision } from '#tests/support/review-page.ts';

const SAVED = 'Designation details have been updated!';
const NOTHING = "Nothing to save: you haven't changed anything.";
const REASON_ERROR = 'Choose at least one reason for returning the designation.';
const NOTE_ERROR = 'Write a note that tells the school what to correct.';
const NOTE = 'Please add the apartment.\nAnd check the second one.';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let designation: MadeDesignation;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm, { lastName: 'Lovelace' });
});

beforeEach(async () => {
  ({ designation } = await makePendingDesignation(bench));
});

const path = () => `/designations/${designation.id}`;

const stored = () => bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: designation.id });

describe('the decision', () => {
  it('is refused with errors that disappear once they are fixed, and is saved after that, on a phone', async () => {
    const page = await bench.pageOf(admin, PHONE);
    await page.goto(path());
    await openDecision(page, 'Other status…');
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText(`${NOTHING} The status is still Pending.`).waitFor();

    const entries = await page.evaluate('history.length');
    await chooseStatus(page, 'Returned');
    await page.getByRole('button', { name: 'Save status' }).click();
    await expect.poll(() => summaryOf(page)).toEqual([REASON_ERROR, NOTE_ERROR]);
    expect(bench.browser.takeComplaints().every((line) => line.includes('400 (Bad Request)'))).toBe(true);
    expect(await page.getByRole('radio', { name: 'Returned' }).isChecked()).toBe(true);
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: NOTE_ERROR }).click();
    expect(await page.evaluate('document.activeElement.name')).toBe('note');

    const reason = page.getByRole('checkbox', { name: 'An address is incomplete or wrong' });
    await reason.check();
    expect(await summaryOf(page)).toEqual([NOTE_ERROR]);
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
    expect(await summaryOf(page)).toEqual([NOTE_ERROR]);
    bench.browser.takeComplaints();

    await note.fill(NOTE);
    await page.getByRole('radio', { name: 'Returned' }).press('Enter');
    await page.getByText(SAVED).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain(SAVED);
    expect(new URL(page.url()).pathname).toBe(path());
    expect(await page.evaluate('history.length')).toBe(entries);
    expect(await stored()).toMatchObject({
      status: 'RETURNED',
      reasons: ['ADDRESS'],
      note: NOTE,
      version: 2,
    });
    await page.reload();
    expect(await page.getByText(SAVED).count()).toBe(0);
    await page.getByText('Returned for correction').first().waitFor();
  });
});

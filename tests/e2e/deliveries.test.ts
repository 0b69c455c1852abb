import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const EMAILS = 12;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
describe('a delivery', () => {
  it("is resumed, followed until it ends, and shows each recipient's message, on a phone in dark mode", async () => {
    const { orm, app } = bench;
    const admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Min' });
    const { id } = await makeDelivery(orm, {
      status: 'PAUSED',
      createdById: admin.id,
      emails: deliveryEmails(EMAILS),
    });
    app.mail.behave((to) =>
      to.startsWith('person3@') ? { kind: 'refuse', code: 554, message: '5.7.1 Full' } : { kind: 'accept' },
    );
    const page = await bench.pageOf(admin);
    await page.goto('/emails/deliveries?email=person3%40');
    await waitForHydration(page);
    const deliveries = page.getByRole('table', { name: 'Sent emails' });
    await deliveries.locator(`a[href$="${id}"]`).press('Enter');
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText('Paused. Nothing more will be sent until you resume it.').waitFor();

    await press(page, 'Resume delivery');
    await page.getByText('Sending resumed.').waitFor();
    const failed = "11 of 12 emails were sent; 1 couldn't be sent.";
    await progress.getByText(failed).waitFor();
    expect(await progress.getByRole('progressbar').getAttribute('value')).toBe(String(EMAILS));
    const table = page.getByRole('table', { name: 'Recipients' });
    const states = table.getByRole('row');
    expect(await states.filter({ hasText: "Couldn't be sent" }).count()).toBe(1);
    expect(await states.filter({ hasText: '250' }).filter({ hasText: 'Sent' }).count()).toBe(EMAILS - 1);
    await table.getByText('554 5.7.1 Full').waitFor();
    await page.frameLocator('iframe[name="message"]').getByText('News for Ada0').waitFor();
    await states
      .filter({ hasText: 'person2@example.org' })
      .getByRole('link', { name: 'Show message to Ada2 Byron' })
      .press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Message' });
    await dialog.frameLocator('iframe').getByText('News for Ada2').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 375, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });

  it('updates the rows that are shown without moving the focus, the filter, or the scroll position', async () => {
    const { orm } = bench;
    const later = new Date(Date.now() + 3_600_000);
    const waiting = {
      state: 'DEFERRED',
      attempts: 1,
      response: '451 4.7.1 Come later',
      nextAttemptAt: later,
    } as const;
    const { id } = await makeDelivery(orm, {
      emails: ['ada', 'bo', 'cy'].map((name) => ({ to: `${name}@example.org`, ...waiting })),
    });
    const page = await bench.pageOf(await makeAdmin(orm), { viewport: { width: 375, height: 600 } });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'script') asked.push(request.url());
    });
    await page.goto(`/emails/deliveries/${id}?state=DEFERRED&state=SENT`);
    await waitForHydration(page);
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress
      .getByText(
        /^3 emails are waiting to be retried\. Next attempt: .*\. The mail server said: 451 4\.7\.1 Come later$/,
      )
      .waitFor();
    await progress.getByText('Nothing will be sent until the next attempt.').waitFor();

    const field = page.getByRole('textbox', { name: 'Email' });
    await field.pressSequentially('example.org');
    await page.waitForURL('**email=example.org**');
    const table = page.getByRole('table', { name: 'Recipients' });
    await table.scrollIntoViewIfNeeded();
    const scrollAndFocus = () =>
      page.evaluate(() => [window.scrollY, document.activeElement?.getAttribute('name')]);
    const before = await scrollAndFocus();
    asked.length = 0;
    await orm.em
      .fork()
      .nativeUpdate(
        OutboxMailEntity,
        { toAddress: 'bo@example.org' },
        { state: 'SENT', response: '250 OK', sentAt: new Date() },
      );
    await table
      .getByRole('row')
      .filter({ hasText: 'bo@example.org' })
      .getByText('Sent', { exact: true })
      .waitFor();
    await progress.getByText(/^2 emails are waiting/).waitFor();
    expect([await scrollAndFocus(), await field.inputValue()]).toEqual([before, 'example.org']);
    const [rows, others] = [true, false].map((isOfRows) =>
      asked.filter((url) => url.includes('rows=true') === isOfRows),
    );
    expect(rows).toHaveLength(1);
    expect(others?.every((url) => url.endsWith('/progress'))).toBe(true);
    await press(page, 'Cancel delivery');
    const buttons = page.getByRole('alertdialog').getByRole('button');
    expect(await buttons.allInnerTexts()).toEqual(['Continue sending', 'Cancel delivery']);
  });

  it('finishes emails in flight after a pause, asks with the current number of unsent emails, and resends failed ones after it was canceled', async () => {
    const { orm, app } = bench;
    const claimed = {
      state: 'SENDING',
      claimedBy: 'w',
      nextAttemptAt: new Date(Date.now() + 3_600_000),
    } as const;
    const { id } = await makeDelivery(orm, {
      status: 'PAUSED',
      templateId: await makeTemplate(orm, { name: 'News' }),
      emails: [
        { to: 'flying@example.org', ...claimed },
        { to: 'failed@example.org', state: 'FAILED', attempts: 1, response: '554 5.7.1 No' },
        { to: 'waiting@example.org' },
      ],
    });
    const page = await bench.pageOf(await makeAdmin(orm));
    await page.goto(`/emails/deliveries/${id}`);
    await waitForHydration(page);
    const progress = page.getByRole('region', { name: 'Progress' });
    const table = page.getByRole('table', { name: 'Recipients' });
    const rowOf = (name: string) => table.getByRole('row').filter({ hasText: `${name}@example.org` });
    await progress.getByText('1 email was already being sent and may still arrive.').waitFor();
    await press(page, 'Cancel delivery');
    const question = page.getByRole('alertdialog');
    await question.getByText("2 emails haven't been sent yet.").waitFor();
    await orm.em
      .fork()
      .nativeUpdate(
        OutboxMailEntity,
        { claimedBy: 'w' },
        { state: 'SENT', response: '250 OK', sentAt: new Date() },
      );
    await question
      .getByText("Are you sure you want to cancel this delivery? 1 email hasn't been sent yet.")
      .waitFor();
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Keep delivery', 'Cancel delivery']);
    await rowOf('flying').getByText('Sent', { exact: true }).waitFor();
    await progress.getByText('2 of 3 emails processed').waitFor();
    expect(await progress.getByText('being sent right now').count()).toBe(0);
    await question.getByRole('button', { name: 'Cancel delivery' }).press('Enter');
    await page.getByText('Canceled. No more emails will be sent.').waitFor();
    app.mail.behave({ kind: 'accept' });
    await press(page, 'Resend 1 failed email');
    await page.getByText('Resending failed emails.').waitFor();
    await progress.getByText('2 of 3 emails were sent; 1 was canceled.').waitFor();
    await rowOf('failed').getByText('Sent', { exact: true }).waitFor();
    await rowOf('waiting').getByText('Canceled', { exact: true }).waitFor();
    expect(app.mail.emailsTo('waiting@example.org')).toEqual([]);
    await progress.getByRole('link', { name: 'send the email to the same audience' }).press('Enter');
    await page.getByRole('heading', { name: 'Send “News”' }).waitFor();
    expect(await page.getByLabel('Audience').inputValue()).toBe('ALL_HIGH_SCHOOLS');
  });
});

import { expect, it } from 'vitest';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

it('a one-off email is written without a template, sent, and found again under its delivery', async () => {
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/emails');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Write a one-off email' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^One-off email, \w{3} \d+, \d{4}$/ });
  await heading.waitFor();
  const name = await heading.innerText();
  await page.locator('.cm-content').waitFor();
  await page.getByText("You can't attach files.").waitFor();
  await page.getByLabel('Subject').fill('Snow day for {{firstName}}');
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText('The office is closed today.');
  await page.getByText('Subject: Snow day for Ada').waitFor();
  await page.getByText('Shown with sample values: Ada Example, Example High School.').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changes saved!').waitFor();
  await page.getByRole('link', { name: 'Send email' }).click();
  await page.getByLabel('Audience').selectOption('ADMINS');
  await page.getByRole('button', { name: /^Send to/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Send to/ })
    .click();
  await page.waitForURL('**/emails/deliveries/*');
  await page.getByRole('link', { name }).waitFor();

  await page.goto('/emails');
  await page.getByText('0 email templates').waitFor();
  expect(await page.getByRole('link', { name }).count()).toBe(0);
  await page.getByRole('link', { name: 'Show 1 one-off email' }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Copy to a new email template' }).click();
  await page.getByText('This is your copy. Change its name and text, then save it.').waitFor();
  await page.goto('/emails');
  await page.getByRole('link', { name: `Copy of ${name}` }).waitFor();
  await page.goto('/emails?oneOff=true');
  await page.getByText('1 one-off email', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
});

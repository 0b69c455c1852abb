import type { Page } from 'playwright-core';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

/** Signs a browser in the way people do: the address, the mailed code. Ends on the page that the sign-in leads to. */
export async function signIn(page: Page, mail: SmtpSink, email: string): Promise<void> {
  const earlier = mail.mailsTo(email).filter(({ subject }) => /\b\d{6}\b/.test(subject)).length;
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').fill(await mail.waitForCodeTo(email, earlier + 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

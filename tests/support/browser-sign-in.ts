import type { Page } from 'playwright-core';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

/** Signs in with an emailed code. Resolves once the sign-in has redirected. */
export async function signIn(page: Page, mail: SmtpSink, email: string): Promise<void> {
  const earlier = mail.emailsTo(email).filter(({ subject }) => /\b\d{6}\b/.test(subject)).length;
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').fill(await mail.waitForCodeTo(email, earlier + 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

import type { Locator, Page } from 'playwright-core';

type Decision = 'Return…' | 'Reject…' | 'Other status…';

/** Waits for the part of the page that only works with scripts. */
export async function untilShortcutsWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
}

/** Returns one of the review page's forms, and opens it unless it is open. */
export async function openDecision(page: Page, title: Decision): Promise<Locator> {
  return opened(page.locator('details.decision-choice', { hasText: title }));
}

/** Chooses a status in the form with all of them. */
export async function chooseStatus(page: Page, status: string): Promise<Locator> {
  const form = await openDecision(page, 'Other status…');
  await form.getByRole('radio', { name: status }).check();
  return form;
}

/** Opens the email of the form with all statuses. */
export async function openEmail(page: Page): Promise<void> {
  const form = await openDecision(page, 'Other status…');
  await opened(form.locator('details.decision-email'));
}

async function opened(details: Locator): Promise<Locator> {
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
  return details;
}

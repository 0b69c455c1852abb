import { expect, it } from 'vitest';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const BOUNCE_TOKEN = 'the-tests-of-bounced-emails';
const bench = useDesignateApp({ BOUNCE_TOKEN });

/** Reports a bounce as the program that reads the sender's mailbox does. */
async function report(email: string, reason: string): Promise<void> {
  const response = await fetch(`${bench.app.url}/api/emails/bounces`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${BOUNCE_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, reason }),
  });
  expect(response.status).toBe(204);
}

it('an address that bounced is reported, found, marked next to its user, and cleared', async () => {
  await bench.orm.em.fork().nativeDelete(BouncedAddressEntity, {});
  const { school, counselor } = await bench.newSchool();
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/emails');
  await page
    .getByRole('navigation', { name: 'Email' })
    .getByRole('link', { name: 'Bounced addresses' })
    .click();
  await page.getByText('No bounced addresses').waitFor();
  await expectNoAxeViolations(page);

  await report(counselor.email, '550 5.1.1 No such user');
  await report('other@example.org', 'Mailbox closed');
  await page.goto(`/highschools/${school.id}`);
  await page.getByText('Address bounced').first().waitFor();
  await page.goto('/emails/bounces');
  await waitForHydration(page);
  await page.getByText('2 bounced addresses').waitFor();
  await page.getByLabel('Find an address').fill(counselor.email.slice(0, 8).toUpperCase());
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('1 bounced address').waitFor();
  const row = page.getByRole('row', { name: counselor.email });
  expect(await row.innerText()).toMatch(/550 5\.1\.1 No such user\s+A bounce report/);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
  }

  await page.getByRole('button', { name: `Resume email to ${counselor.email}` }).press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText(`Send email to ${counselor.email} again?`).waitFor();
  await question.getByRole('button', { name: 'Resume email' }).press('Enter');
  await page.getByText(`${counselor.email} can receive email again.`).waitFor();
  await page.getByText('No addresses match').waitFor();
  const left = await storedRows(bench.orm, BouncedAddressEntity, ['address']);
  expect(left).toEqual([{ address: 'other@example.org' }]);
});

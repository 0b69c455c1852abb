import { expect, it } from 'vitest';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();

it('an address that bounced is found, and cleared', async () => {
  await bench.orm.em.fork().nativeDelete(BouncedAddressEntity, {});
  const { counselor } = await bench.newSchool();
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/emails');
  await page
    .getByRole('navigation', { name: 'Email' })
    .getByRole('link', { name: 'Bounced addresses' })
    .click();
  await page.getByText('No bounced addresses').waitFor();
  await expectNoAxeViolations(page);

  const ctx = makeCtx({ orm: bench.orm, now: () => new Date() });
  for (const [email, reason] of [
    [counselor.email, '550 5.1.1 No such user'],
    ['other@example.org', 'Mailbox closed'],
  ] as const)
    await recordBounce(ctx, { email, source: 'REPORT', reason });
  await page.reload();
  await waitForHydration(page);
  await page.getByText('2 bounced addresses').waitFor();
  await page.getByLabel('Find an address').fill(counselor.email.slice(0, 8).toUpperCase());
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('1 bounced address').waitFor();
  const row = page.getByRole('row', { name: counselor.email });
  expect(await row.innerText()).toMatch(/550 5\.1\.1 No such user\s+A bounce report/);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
  }
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: `Resume email to ${counselor.email}` }).press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText(`Send email to ${counselor.email} again?`).waitFor();
  await question.getByRole('button', { name: 'Resume email' }).press('Enter');
  await page.getByText(`${counselor.email} can receive email again.`).waitFor();
  await page.getByText('No addresses match').waitFor();
  const left = await storedRows(bench.orm, BouncedAddressEntity, ['address']);
  expect(left).toEqual([{ address: 'other@example.org' }]);
});

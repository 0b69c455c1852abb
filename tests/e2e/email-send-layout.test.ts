import { beforeAll, expect, it } from 'vitest';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const EMAIL = 'aaron.christiansen@chilkatvalley.example.org';
let templateId: string;

beforeAll(async () => {
  const { id } = await makeSchool(bench.orm, { name: 'Chilkat Valley' });
  await makeCounselor(bench.orm, [id], { firstName: 'Aaron', lastName: 'A', email: EMAIL });
  templateId = await makeTemplate(bench.orm, { name: 'Deadline', subject: 'S', body: 'Dear {{firstName}}' });
});

it('Send and the message are in view next to each other, and the recipients open below both; on a phone, there is room for long addresses', async () => {
  const page = await bench.pageOf(await makeAdmin(bench.orm), { viewport: { width: 1440, height: 900 } });
  await page.goto(`/emails/${templateId}/send?target=ALL_HIGH_SCHOOLS`);
  await waitForHydration(page);
  const boxOf = async (locator: ReturnType<typeof page.locator>) => {
    const box = await locator.boundingBox();
    if (box === null) throw new Error('The panel is not shown.');
    return box;
  };
  const send = await boxOf(page.getByRole('region', { name: 'Send', exact: true }));
  const message = await boxOf(page.getByRole('region', { name: 'Message' }));
  const recipients = page.locator('details').filter({ hasText: /\d recipients? at \d+ schools?/ });
  expect(message.y).toBe(send.y);
  expect(message.x).toBeGreaterThan(send.x + send.width);
  expect((await boxOf(page.getByRole('button', { name: /^Send to/ }))).y).toBeLessThan(900);
  expect((await boxOf(recipients)).width).toBe(send.width);
  expect(await page.getByLabel('Aaron A').isVisible()).toBe(false);
  await recipients.locator('summary').click();
  await page.getByLabel('Aaron A').waitFor();
  const opened = await boxOf(recipients);
  expect(opened.width).toBeGreaterThan(send.width * 2);
  const above = await boxOf(page.getByRole('region', { name: 'Message' }));
  expect(opened.y).toBeGreaterThan(above.y + above.height);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText(/^Test email sent to/).waitFor();
  expect(await page.getByLabel('Aaron A').isVisible()).toBe(true);

  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByText(`The test shows what ${EMAIL} will see.`).waitFor();
  const isWider = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isWider()).toBe(false);
  await recipients.locator('summary').click();
  expect(await isWider()).toBe(false);
  await recipients.locator('summary').click();
  await page.getByRole('link', { name: 'Show message to Aaron A' }).click();
  const frame = page.getByRole('dialog', { name: 'Message' }).frameLocator('iframe');
  await frame.getByText(EMAIL).waitFor();
  const line = frame.locator('dd').first();
  const breaks = await line.evaluate(({ childNodes }) => {
    const parts = [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const range = document.createRange();
    return parts.map((part) => (range.selectNodeContents(part), range.getClientRects().length));
  });
  expect(new Set(breaks)).toEqual(new Set([1]));
  await page.goto(`/emails/${templateId}/send?target=SELECTED&find=${EMAIL}`);
  await page.getByLabel(`Aaron A (${EMAIL})`).waitFor();
  expect(await isWider()).toBe(false);
});

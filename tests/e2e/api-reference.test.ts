import { expect, it } from 'vitest';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

it('the API reference is found from the About page, and loads nothing from other sites', async () => {
  const { user } = await makeCounselor(bench.orm, []);
  const page = await bench.pageOf(user);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto('/about');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('heading', { level: 1, name: 'API Reference' }).waitFor();

  await page.getByRole('link', { name: 'Change a designation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Designations' }).waitFor();
  const call = page.getByRole('region', { name: 'Change a designation' });
  await call.getByText('Body (').click();
  await call.getByRole('rowheader', { name: 'students[].first' }).first().waitFor();
  await expectNoAxeViolations(page);
  expect([...asked]).toEqual([new URL(page.url()).origin]);
  const document = await page.request.get('/api/openapi.json');
  expect(document.headers()['content-type']).toContain('application/json');
});

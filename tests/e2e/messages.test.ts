import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };

let admin: MadeUser;
let counselor: MadeUser;
let school: MadeSchool;
let designation: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg' });
  school = await makeSchool(orm, { name: 'Aurora High' });
  counselor = (await makeCounselor(orm, [school.id], { firstName: 'Cleo', lastName: 'Counselor' })).user;
  designation = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const ctx = makeCtx({ orm, actor: actorOf(admin), now: () => new Date() });
  const patch = { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Please check both addresses.' };
  await patchDesignation(ctx, {
    id: designation.id,
    patch: DesignationPatchSchema.parse(patch),
    ifMatch: null,
  });
});

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Message sent.').waitFor();
}

describe('a school and the office', () => {
  it("write to each other on a phone, keep what they type while a message is sent and older ones are shown, and are asked before it's discarded", async () => {
    const ctx = makeCtx({ orm: bench.orm, actor: actorOf(admin), now: () => new Date() });
    for (let nth = 1; nth <= SCREEN_PAGE_SIZE; nth += 1) {
      ctx.em.create(DesignationMessageEntity, {
        ...{
          id: randomUUID(),
          designation: designation.id,
          number: 100 + nth,
          side: 'OFFICE',
          author: admin.id,
        },
        ...{ text: `Earlier ${nth}`, createdAt: new Date() },
      });
    }
    await ctx.em.flush();
    const page = await bench.pageOf(counselor, PHONE);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Reply to the reviewer' }).click();
    await expectStep(page, 'Messages');
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const field = page.getByLabel('Message', { exact: true });
    let onTyped = () => {};
    const typed = new Promise<void>((resolve) => (onTyped = resolve));
    await page.route('**/messages.data*', async (route) => {
      await typed;
      await route.continue();
    });
    await field.fill('One');
    await page.getByRole('button', { name: 'Send message' }).click();
    await field.fill('One, and another');
    onTyped();
    await page.getByText('Message sent.').waitFor();
    expect(await field.inputValue()).toBe('One, and another');
    await send(page, 'Two\nlines');
    expect(await field.inputValue()).toBe('');
    await field.fill('Three');
    await page.getByRole('link', { name: 'Show older messages' }).click();
    await page.getByRole('link', { name: 'Show newest messages' }).waitFor();
    expect(await field.inputValue()).toBe('Three');
    await page.getByRole('link', { name: 'Designation', exact: true }).click();
    await page.getByText("Your message hasn't been sent. Do you want to leave?").waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await field.inputValue()).toBe('Three');
    await send(page, 'Three');
    await page.getByRole('link', { name: 'Designation', exact: true }).click();
    await expectStep(page, 'Aurora High');

    const office = await bench.pageOf(admin);
    await office.goto('/');
    await waitForHydration(office);
    await office.locator('.alert', { hasText: 'Unread messages from schools' }).waitFor();
    await expectNoAxeViolations(office);
    await office.goto(`/designations/${designation.id}?status=RETURNED`);
    await waitForHydration(office);
    await office.getByRole('link', { name: /^Messages \(\d unread\)$/ }).click();
    await expectStep(office, 'Messages');
    await send(office, 'The second one.');
    await office.getByRole('link', { name: 'Designation', exact: true }).click();
    await office.getByRole('link', { name: 'Messages', exact: true }).waitFor();
    expect(new URL(office.url()).search).toBe('?status=RETURNED');
  });
});

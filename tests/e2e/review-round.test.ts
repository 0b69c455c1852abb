import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import {
  makeDesignation,
  type MadeDesignation,
  studentInput,
} from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { expectStep, openStudent, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus, openDecision } from '#tests/support/review-page.ts';

const SAVED = 'Designation details have been updated!';
const PHONE = { viewport: { width: 375, height: 740 } };

const bench = useDesignateApp();
let admin: MadeUser;
let counselor: MadeUser;
let staff: Actor;

/** PENDING designations of Alder, Birch, Cedar, and Dogwood High, and a STARTED one of Elm High. */
let made: MadeDesignation[];

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  const schools = [];
  for (const name of ['Alder High', 'Birch High', 'Cedar High', 'Dogwood High', 'Elm High']) {
    schools.push(await makeSchool(orm, { name }));
  }
  const [alder] = schools;
  const pat = await makeCounselor(orm, alder === undefined ? [] : [alder.id]);
  counselor = pat.user;
  staff = pat.actor;
  made = [];
  for (const [index, { id: highSchoolId }] of schools.entries()) {
    made.push(
      await makeDesignation(orm, {
        highSchoolId,
        academicYearId: year.id,
        submittedById: counselor.id,
        status: index === 4 ? 'STARTED' : 'PENDING',
        classSize: 20,
        criteria: 'CUMULATIVE_GPA',
        criteriaComment: 'Unlike last year.',
        students: 2,
      }),
    );
  }
  for (const [number, classSize] of [
    [2025, 15],
    [2024, 16],
  ] as const) {
    const { id: academicYearId } = await makeYear(orm, { year: number, status: 'INACTIVE' });
    await makeDesignation(orm, {
      highSchoolId: alder?.id ?? '',
      academicYearId,
      submittedById: counselor.id,
      status: 'APPROVED',
      classSize,
      criteria: number === 2025 ? 'CUMULATIVE_WEIGHTED_GPA' : 'CUMULATIVE_GPA',
      students: 2,
    });
  }
});

const pathOf = (index: number) => `/designations/${made[index]?.id}`;

function patchAs(actor: Actor, patch: Record<string, unknown>) {
  return patchDesignation(makeCtx({ orm: bench.orm, actor, now: () => new Date(), channel: 'BROWSER' }), {
    id: made[0]?.id ?? '',
    patch: DesignationPatchSchema.parse(patch),
    ifMatch: null,
  });
}

const rowsOf = (page: Page, panel: string) =>
  page
    .getByRole('region', { name: panel })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    );

describe('a returned designation that is resubmitted', () => {
  it('shows changes field by field, only to reviewers', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(pathOf(0));
    await chooseStatus(page, 'Returned');
    await page.getByRole('checkbox', { name: 'The class size needs to be checked' }).check();
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Count again.');
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText(SAVED).waitFor();
    expect(await page.getByText('Nothing has changed since it was returned.').isVisible()).toBe(true);

    const [first] = made[0]?.students ?? [];
    const added = studentInput({ first: 'Zoe', last: 'New' });
    await patchAs(staff, { classSize: 21, students: [{ ...first, email: 'new@example.org' }] });
    await patchAs(staff, { students: [{ ...first, email: 'newer@example.org' }, added] });
    await patchAs(staff, { status: 'PENDING' });
    const again = await bench.pageOf(admin, { ...PHONE, colorScheme: 'dark' });
    await again.goto(pathOf(0));
    const [, second] = made[0]?.students ?? [];
    expect(await rowsOf(again, 'What changed since it was returned')).toEqual([
      ['Class size', '20', '21'],
      [`${first?.first} ${first?.last}, student 1: Email`, first?.email, 'newer@example.org'],
      ['Zoe New, student 2', 'Not on the list', 'Added'],
      [`${second?.first} ${second?.last}, student 2`, 'On the list', 'Removed'],
    ]);
    await expectNoAxeViolations(again);
    expect(await again.getByText('Edited, 2 saves').isVisible()).toBe(true);
    expect(await again.getByText('Students: 1 added, 1 removed, 1 changed').isVisible()).toBe(true);
    expect(await rowsOf(again, "The school's designations by year")).toEqual([
      ['2026', '2140% larger than in 2025', '2', 'Cumulative GPADifferent from 2025', 'Pending'],
      ['2025', '15', '2', 'Cumulative weighted GPADifferent from 2024', 'Approved'],
      ['2024', '16', '2', 'Cumulative GPA', 'Approved'],
    ]);

    const school = await bench.pageOf(counselor);
    await school.goto(pathOf(0));
    expect(await school.getByText('Edited, 2 saves').isVisible()).toBe(true);
    for (const hidden of ['What changed since it was returned', "The school's designations by year"]) {
      expect(await school.getByText(hidden).count()).toBe(0);
    }
    const [, removed] = made[0]?.students ?? [];
    expect(await school.content()).not.toContain(removed?.email ?? 'someone@example.org');

    await chooseStatus(page, 'Approved');
    await page.getByRole('button', { name: 'Save status' }).click();
    await expect
      .poll(() => page.getByRole('alert').getByRole('listitem').allTextContents())
      .toEqual([expect.stringContaining(`Pat ${counselor.lastName} changed this on `)]);
    bench.browser.takeComplaints();
    await page
      .getByRole('region', { name: 'What changed since it was returned' })
      .getByText('Removed')
      .waitFor();
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText('Status: Pending → Approved').waitFor();
    expect(await page.getByText('What changed since it was returned').count()).toBe(0);
  });
});

describe('going through a list', () => {
  it('continues after a decision that removes the designation from the list', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(`${pathOf(1)}?status=PENDING&academicYearId=${bench.year.id}`);
    await chooseStatus(page, 'Approved');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Only for Birch.');
    await page.getByRole('button', { name: 'Save and go to next' }).click();
    await expectStep(page, 'Cedar High');
    expect(await page.getByText(SAVED).isVisible()).toBe(true);
    expect(
      await page
        .getByText('Birch High 2026 is now Approved. This is the next designation in the list.')
        .isVisible(),
    ).toBe(true);
    const form = await openDecision(page, 'Other status…');
    expect(await form.getByRole('textbox', { name: 'Note to the school' }).inputValue()).toBe('');
    expect(await form.getByRole('radio', { name: 'Pending' }).isChecked()).toBe(true);
    await chooseStatus(page, 'Approved');
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText('This is the next designation in the list.').waitFor({ state: 'hidden' });
    await page.getByText(SAVED).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('PENDING');
    await page.getByRole('link', { name: 'Next: Dogwood High 2026' }).click();
    await expectStep(page, 'Dogwood High');
    await openDecision(page, 'Other status…');
    expect(await page.getByRole('button', { name: 'Save and go to next' }).count()).toBe(0);
  });

  it("continues in the active year's review queue without a filter, and reports when nothing changed", async () => {
    const page = await bench.pageOf(admin);
    const em = bench.orm.em.fork();
    const submitted = { academicYear: bench.year.id, status: { $ne: 'STARTED' } } as const;
    await em.nativeUpdate(DesignationEntity, submitted, { status: 'PENDING' });
    const past = await em.findOneOrFail(DesignationEntity, { academicYear: { year: 2024 } });
    await page.goto(`/designations/${past.id}`);
    for (const status of ['Approved', 'Pending']) {
      await chooseStatus(page, status);
      await page.getByRole('button', { name: 'Save and go to next' }).click();
      await page.getByText('This is the next designation in the review queue.').waitFor();
      expect(await page.getByText('2026 academic year').isVisible()).toBe(true);
      const form = await openDecision(page, 'Other status…');
      expect(await form.getByRole('radio', { name: 'Pending' }).isChecked()).toBe(true);
    }
    await page
      .getByText(
        /^Nothing to save: you haven't changed anything\. .+ High 2026 is still Pending\. This is the next/,
      )
      .waitFor();
    expect(await page.getByText(SAVED).count()).toBe(0);
    expect(new URL(page.url()).searchParams.has('queue')).toBe(true);
  });

  it('continues from the same position when a save moves the designation, and asks before discarding changes', async () => {
    const page = await bench.pageOf(admin);
    const links = page.getByRole('navigation', { name: 'Designations in the list' }).getByRole('link');
    const list = `academicYearId=${bench.year.id}&sort=updatedAt`;
    await page.goto(`/designations?${list}`);
    const order = await page.getByRole('rowheader').allTextContents();
    await page.getByRole('link', { name: order[2] ?? '', exact: true }).click();
    await expectStep(page, order[2] ?? '');
    const beside = [`Previous: ${order[1]} 2026`, `Next: ${order[3]} 2026`];
    expect(await links.allTextContents()).toEqual(beside);
    await chooseStatus(page, 'Rejected');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Submitted twice.');
    await page.getByRole('button', { name: 'Save status' }).click();
    await page.getByText(SAVED).waitFor();
    expect(await links.allTextContents()).toEqual(beside);
    await page.getByRole('link', { name: 'Edit students' }).click();
    await expectStep(page, 'Edit students');
    await openStudent(page, 1);
    await page.getByLabel('First name').fill('Robin');

    const question = page.getByText('Your changes have not been saved. Do you want to leave?');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Robin');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByText(SAVED).waitFor();
    expect(await links.allTextContents()).toEqual(beside);
    await page.getByText('Students: 1 changed (first name)').waitFor();

    await openDecision(page, 'Other status…');
    await page.getByRole('textbox', { name: 'Note to the school' }).fill('Unfinished.');
    await links.nth(1).click();
    await question.waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
    await expectStep(page, order[3] ?? '');
    await openDecision(page, 'Other status…');
    expect(await page.getByRole('textbox', { name: 'Note to the school' }).inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe(`?${list}`);
    await page.getByRole('main').getByRole('link', { name: 'Designations' }).click();
    await expectStep(page, 'Designations');
    expect(new URL(page.url()).search).toBe(`?${list}`);
  });

  it('records no disclosure for HEAD requests', async () => {
    const office = await bench.pageOf(admin);
    const count = () => bench.orm.em.fork().count(DisclosureEntity);
    const [before, path] = [await count(), pathOf(3)];
    for (const address of [path, `${path}/edit/students`, `${path}.data`, `/api${path}`]) {
      expect((await office.request.head(`${bench.app.url}${address}`)).status()).toBe(200);
    }
    expect(await count()).toBe(before);
  });
});

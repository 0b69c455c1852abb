import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDueDate } from '#app/lib/time/due-date.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  expectStep,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const DAY_MS = 86_400_000;
const PHONE = { viewport: { width: 375, height: 740 } };

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const shown = (page: Page) => page.getByRole('main').innerText();
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The dashboard's text for a date, relative to today. */
const dueTextAt = (at: Date) =>
  Object.values(formatDueDate(at.toISOString(), new Date().toISOString(), 'America/Anchorage')).join(' · ');

async function setDates(dueAt: Date | null, correctionsDueAt: Date | null = null): Promise<void> {
  await bench.orm.em
    .fork()
    .nativeUpdate(AcademicYearEntity, { id: bench.year.id }, { dueAt, correctionsDueAt });
}

describe('the dashboard', () => {
  afterEach(() => setDates(null));

  it("shows schools, badges, due dates with days left, and the reviewer's note", async () => {
    const { orm, year } = bench;
    const names = ['Alder High', 'Birch High', 'Cedar High', 'Dogwood High', 'Elm High'] as const;
    const schools = await Promise.all(names.map((name) => makeSchool(orm, { name })));
    const closed = await makeSchool(orm, { name: 'Fir High', status: 'INACTIVE' });
    const ids = [...schools, closed].map(({ id }) => id);
    const { user } = await makeCounselor(orm, ids, { firstName: 'Cleo', lastName: 'Counselor' });
    const designate = (index: number, given: object) =>
      makeDesignation(orm, {
        ...{ highSchoolId: ids[index] ?? '', academicYearId: year.id, submittedById: user.id },
        ...given,
      });
    await designate(1, { status: 'STARTED' });
    const returned = await designate(2, {
      status: 'RETURNED',
      reasons: ['ADDRESS', 'DUAL_ENROLLED'],
      note: 'Two zipcodes are wrong.\nPlease look again.',
    });
    const pending = await designate(3, { status: 'PENDING', updatedAt: new Date('2026-05-15T07:30Z') });
    await designate(4, { status: 'APPROVED' });
    const [due, corrections, extended] = [daysFromNow(-3), daysFromNow(12), daysFromNow(1)];
    await setDates(due, corrections);
    await makeExtension(orm, { academicYearId: year.id, highSchoolId: ids[0] ?? '', dueAt: extended });

    const page = await bench.pageOf(user);
    const before = [due, corrections, extended].map(dueTextAt);
    await page.goto('/');
    await waitForHydration(page);
    const after = [due, corrections, extended].map(dueTextAt);
    const text = await shown(page);
    const texts = before.map((sentence, index) => (text.includes(sentence) ? sentence : after[index]));
    const withoutBanner = text.replace(/The designation for Cedar High [^]*?Reply to the reviewer\n*/, '');
    expect(withoutBanner).toContain(
      `Cleo Counselor\n${[...names, 'Fir High'].join(' & ')}\nCurrently designating for the 2026 academic year\n\nOther schools: ${texts[0]}`,
    );
    expect(texts[0]).toMatch(/^Was due \d days? ago · \w+day, /);
    expect(texts[1]).toMatch(/^Due \w+day, .* · \d+ days left$/);
    expect(texts[2]).toMatch(/^Due .* · 1 day left$/);
    expect(await list(page, 'Unstarted Designations').innerText()).toBe(
      `Unstarted Designations\nAlder High\n${texts[2]} (extended for this school)\nStart designation`,
    );
    expect(await list(page, 'Started Designations').innerText()).toBe(
      'Started Designations\nBirch High\nContinue\nfor Birch High\nCedar High\nReturned\nContinue\nfor Cedar High',
    );
    const banner = page.locator('.alert', {
      hasText: 'The designation for Cedar High was returned for correction',
    });
    expect((await banner.innerText()).split(/\n+/)).toEqual([
      'The designation for Cedar High was returned for correction',
      texts[1],
      'An address is incomplete or wrong',
      'A dual-enrolled student belongs to another school',
      ...['Two zipcodes are wrong.', 'Please look again.', 'Make corrections', 'Reply to the reviewer'],
    ]);
    expect(await banner.getByRole('link', { name: 'Make corrections' }).getAttribute('href')).toMatch(
      new RegExp(`^/designate/students\\?school=${ids[2]}&`),
    );
    expect(await list(page, 'Pending Designations').innerText()).toBe(
      'Pending Designations\nDogwood High\nSubmitted. You can still edit it.\nAlert\nView\nfor Dogwood High',
    );
    const view = list(page, 'Pending Designations').getByRole('link', { name: /^View/ });
    expect(await view.getAttribute('href')).toBe(`/designations/${pending.id}`);
    const table = page.getByRole('table', { name: 'All designations' });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['Name', 'Designation year', 'Last updated', 'Status', 'Messages'],
    ]);
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s*[\t\n]+\s*/)[0])).toEqual(names.slice(1));
    expect(rows[3]?.replace(/\s+/g, ' ')).toBe(
      'Dogwood High 2026 May 14, 2026, 11:30 PM AKDT Pending Messages',
    );
    expect(await page.getByRole('link', { name: 'Cedar High' }).last().getAttribute('href')).toBe(
      `/designations/${returned.id}`,
    );
    const legend = page.getByRole('region', { name: 'All designations' }).locator('dl');
    expect(await legend.locator('dt').allInnerTexts()).toEqual([
      ...['Started', 'Pending', 'Returned', 'Approved', 'Rejected'],
    ]);
    expect(await page.getByRole('link', { name: 'See all designations' }).count()).toBe(0);
    await page.setViewportSize(PHONE.viewport);
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);

    await list(page, 'Unstarted Designations').getByRole('link').click();
    await expectStep(page, 'Agreement');
    expect(new URL(page.url()).searchParams.get('school')).toBe(ids[0]);
  });
});

describe('the receipt', () => {
  it('can be printed from the submitted page, and later', async () => {
    const { school, counselor } = await bench.newSchool();
    const made = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: [
        { first: 'Ann', middle: 'Q', last: 'Lee' },
        { first: 'Ben', last: 'Moss' },
      ],
    });
    const page = await bench.pageOf(counselor);
    await bench.open(page, 'review', school);
    await submit(page);
    await expectStep(page, 'Submitted');
    const receipt = page.getByRole('region', { name: 'Receipt' });
    const fact = async (term: string) =>
      receipt
        .locator('dt', { hasText: new RegExp(`^${term}$`) })
        .locator('xpath=following-sibling::dd')
        .innerText();
    const expectReceipt = async (status: string) => {
      expect(await fact('School')).toBe(school.name);
      expect(await fact('Academic year')).toBe('2026');
      expect(await fact('Submitted by')).toBe(`Pat ${counselor.lastName}`);
      expect(await fact('Submitted')).toMatch(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M AK[SD]T$/);
      expect(await fact('Status')).toBe(status);
      expect(await fact('Class size')).toBe('20');
      expect(await fact('Criteria')).toBe('Cumulative GPA');
      expect(await fact('Number of students')).toBe('2');
      expect(await fact('Reference')).toMatch(/^2026-[\dA-Z]{4}-[\dA-Z]{4}$/);
      const students = page.getByRole('region', { name: 'Students' });
      expect(await students.getByRole('listitem').allInnerTexts()).toEqual(['Ann Q Lee', 'Ben Moss']);
    };
    await expectReceipt('Pending');
    const text = await shown(page);
    expect(text).toContain(`The 2026 designation for ${school.name} has been submitted.`);
    expect(text).toContain('Questions? Email scholars@example.net.');
    for (const { email, phone, dateOfBirth } of made.students) {
      expect([email, phone, dateOfBirth].filter((value) => text.includes(value))).toEqual([]);
    }
    await expectNoAxeViolations(page);
    await countPrints(page);
    await receipt.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate(() => document.body.dataset['prints'])).toBe('1');
    await expectPaper(page, 'Submitted');

    await page.getByRole('link', { name: 'View designation' }).click();
    await page.getByRole('link', { name: 'Receipt' }).click();
    await expectStep(page, `Designation for ${school.name}`);
    expect(new URL(page.url()).pathname).toBe(`/designations/${made.id}/receipt`);
    await bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: made.id }, { status: 'APPROVED' });
    await page.setViewportSize(PHONE.viewport);
    await page.reload();
    await expectReceipt('Approved');
    expect(await shown(page)).toContain('This designation has been approved, it cannot be edited.');
    await expectNoAxeViolations(page);
    await expectPaper(page, `Designation for ${school.name}`);
  });
});

/** Counts print requests instead of opening a dialog that tests can't close. */
async function countPrints(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['prints'] = String(Number(document.body.dataset['prints'] ?? 0) + 1);
    };
  });
}

/** In print, the receipt has its heading but no controls. */
async function expectPaper(page: Page, heading: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { level: 1, name: heading }).isVisible()).toBe(true);
  expect(await page.getByText('Ann Q Lee').isVisible()).toBe(true);
  for (const role of ['button', 'navigation', 'contentinfo'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(0);
  }
  expect(await page.getByRole('link').allInnerTexts()).toEqual(['scholars@example.net']);
  await page.emulateMedia({ media: 'screen' });
}

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import {
  enterStudent,
  expectStep,
  openStudent,
  openStudentsStep,
  studentForm,
  studentLine,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { load, press, stage } from '#tests/support/import-session.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { delayDraftServices } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

let page: Page;
let school: { id: string };

async function openStudents(positions: number, students = 0): Promise<void> {
  ({ page, school } = await openStudentsStep(bench, { positions, students }));
}

const field = async (index: number, label: string) =>
  (await openStudent(page, index)).getByLabel(label, { exact: true });

describe('the list', () => {
  it('moves from student to student with Enter, and back to the row with Escape', async () => {
    await openStudents(3);
    const hasFocus = (element: Element) => element === document.activeElement;
    expect(await studentForm(page, 1).count()).toBe(1);
    await enterStudent(page, 1, studentInput({ first: 'Ann', last: 'Lee', phone: '9075550123' }));
    await (await field(1, 'Zipcode')).press('Enter');
    expect(await studentLine(page, 1).innerText()).toContain('Complete');
    expect(await studentForm(page, 2).getByLabel('First name').evaluate(hasFocus)).toBe(true);
    await page.keyboard.type('Bo');
    await page.keyboard.press('Escape');
    expect(await studentLine(page, 2).evaluate(hasFocus)).toBe(true);
    expect(await studentLine(page, 2).innerText()).toContain('7 missing');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    expect(await (await field(2, 'First name')).inputValue()).toBe('Bo');
    await page.getByRole('button', { name: 'Next student' }).click();
    expect(await studentForm(page, 3).getByLabel('First name').evaluate(hasFocus)).toBe(true);
    await (await field(3, 'Phone')).fill('907');
    await page.keyboard.press('Enter');
    expect(await studentLine(page, 3).evaluate(hasFocus)).toBe(true);
    expect(await studentLine(page, 3).innerText()).toContain('1 invalid');
    await page.getByText('1 of 3 complete', { exact: true }).waitFor();
    expect(await (await field(1, 'Phone')).inputValue()).toBe('(907) 555-0123');
  });

  it('opens the student that the address names, and moves the focus there', async () => {
    await openStudents(3, 3);
    expect(await page.getByRole('group', { name: /^Student \d of/ }).count()).toBe(0);
    await page.goto(`${bench.step('students', school)}&student=2`);
    await waitForHydration(page);
    const first = studentForm(page, 2).getByLabel('First name');
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});

describe('the bar below the list', () => {
  it('counts complete students, and leads to the next incomplete one', async () => {
    await openStudents(3, 1);
    await page.getByText('1 of 3 complete', { exact: true }).waitFor();
    const hasFocus = (element: Element) => element === document.activeElement;
    await page.getByRole('button', { name: 'Next incomplete' }).click();
    await expect.poll(() => studentForm(page, 2).getByLabel('First name').evaluate(hasFocus)).toBe(true);
    await enterStudent(page, 2, studentInput({ first: 'Bo' }));
    await page.getByRole('button', { name: 'Next incomplete' }).click();
    await expect.poll(() => studentForm(page, 3).getByLabel('First name').evaluate(hasFocus)).toBe(true);
    await page.getByText('2 of 3 complete', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Next incomplete' }).count()).toBe(0);
    await expectNoAxeViolations(page);
  });
});

describe('a tap on a phone', () => {
  it('works immediately, although leaving a corrected field removes the errors above the button', async () => {
    const { address, ...ann } = studentInput({ first: 'Ann' });
    const students = [{ ...ann, address: { ...address, zip5: '' } }, studentInput({ first: 'Bo' })];
    const phone = { viewport: VIEWPORTS.phone, hasTouch: true };
    ({ page } = await openStudentsStep(bench, { positions: 2, students }, phone));
    await page.getByRole('button', { name: 'Review', exact: true }).tap();
    const error = page.getByRole('link', { name: /^Student 1: / });
    await error.waitFor();
    await (await field(1, 'Zipcode')).fill('99801');
    await page.getByRole('button', { name: 'Next student', exact: true }).tap();
    await studentForm(page, 2).waitFor();
    await error.waitFor({ state: 'detached' });
    expect(await studentLine(page, 1).innerText()).toContain('Complete');
  });
});

describe('a field behind the bar', () => {
  it('is wholly above it after a tap on the part that shows', async () => {
    const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };
    ({ page } = await openStudentsStep(bench, { positions: 2, students: 1 }, phone));
    for (const label of ['Phone', 'City', 'Zipcode']) {
      const input = await field(1, label);
      await input.evaluate((element) => {
        const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
        window.scrollBy({ top: element.getBoundingClientRect().bottom - bar - 20, behavior: 'instant' });
      });
      const covered = () =>
        input.evaluate((element) => {
          const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
          return element.getBoundingClientRect().bottom - bar;
        });
      expect(await covered()).toBeGreaterThan(15);
      await input.tap({ position: { x: 20, y: 4 } });
      await expect.poll(covered).toBeLessThan(0);
      await expectNoAxeViolations(page);
    }
  });
});

describe('a cell of the import behind its buttons', () => {
  it('is wholly above them when the keyboard reaches it', async () => {
    ({ page } = await openStudentsStep(bench, { positions: 4 }, { viewport: { width: 375, height: 560 } }));
    await load(page, ['First name,Last name,Birthday', 'Ann,Lee,1', 'Bo,Kim,2', 'Cy,Ray,3'].join('\n'));
    await press(page, 'Continue');
    await stage(page, 'Check your students').waitFor();
    const reached = new Set<string>();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      if (!label.includes(', row ')) continue;
      reached.add(label);
      await expect
        .poll(() =>
          page.evaluate(() => {
            const bottom = document.activeElement?.getBoundingClientRect().bottom ?? 0;
            const buttons = document.querySelector('.import-actions')?.getBoundingClientRect().top ?? 0;
            return buttons - bottom;
          }),
        )
        .toBeGreaterThan(0);
    }
    expect(reached.size).toBeGreaterThan(20);
  });
});

describe('the end of the method step', () => {
  it('shows every choice above the bar of a phone', async () => {
    const phone = { viewport: { width: 375, height: 560 }, hasTouch: true };
    ({ page, school } = await openStudentsStep(bench, { positions: 2 }, phone));
    await bench.open(page, 'method', school);
    await page.evaluate(() => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    });
    const bar = await page.locator('.step-bar').evaluate((element) => element.getBoundingClientRect().top);
    const bottoms = await page
      .locator('main :is(input[type=radio], textarea)')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().bottom));
    expect(bottoms.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...bottoms)).toBeLessThan(bar);
    await expectNoAxeViolations(page);
  });
});

describe('an empty list', () => {
  it('shows the form next to the upload, and below it on a phone and once a student is entered', async () => {
    await openStudents(3);
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box ?? { x: 0, y: 0, width: 0, height: 0 };
    };
    const isBeside = async () => {
      const [upload, typing] = [await boxOf('.student-import'), await boxOf('.student-slots')];
      return typing.x > upload.x + upload.width && typing.y < upload.y + upload.height;
    };
    for (const [width, expected] of [
      [1366, true],
      [992, true],
      [768, false],
      [375, false],
    ] as const) {
      await page.setViewportSize({ width, height: 768 });
      expect(await isBeside(), `at ${width} px`).toBe(expected);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    const tops = ['Phone', 'Email', 'Parent email (optional)'].map(async (label) =>
      (await field(1, label)).evaluate((input) => input.getBoundingClientRect().top),
    );
    expect(new Set(await Promise.all(tops)).size).toBe(1);
    await enterStudent(page, 1, studentInput({ first: 'Ann' }));
    expect(await isBeside()).toBe(true);
    await page.getByRole('button', { name: 'Next student' }).click();
    await studentForm(page, 2).waitFor();
    expect(await isBeside()).toBe(false);
  });
});

describe('a student of the list', () => {
  it('moves up and down, which keeps the focus and can be undone', async () => {
    await openStudents(3, 3);
    const names = async () =>
      (await page.locator('.student-line-name').allInnerTexts()).map((name) => name.split(' ')[0]);
    const [one, two, three] = await names();
    await studentLine(page, 1).click();
    expect(await page.getByRole('button', { name: 'Move up' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Move down' }).click();
    await page.getByText(new RegExp(`^Moved ${one} .+ to position 2\\.$`)).waitFor();
    await expect.poll(async () => (await field(2, 'First name')).inputValue()).toBe(one);
    const down = page.getByRole('button', { name: 'Move down' });
    await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await field(3, 'First name')).inputValue()).toBe(one);
    await expect.poll(names).toEqual([two, three]);
    await page.getByText(new RegExp(`^Moved ${one} .+ to position 3\\.$`)).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual([two, one, three]);
  });

  it('stays open with the focus on the button if that was pressed before the draft could be changed', async () => {
    const { school, counselor } = await bench.newSchool();
    const { students } = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      classSize: 30,
      criteria: 'CUMULATIVE_GPA',
      students: 3,
    });
    page = await bench.pageOf(counselor);
    await delayDraftServices(page);
    await bench.open(page, 'students', school);
    await studentLine(page, 1).click();
    await page.getByRole('button', { name: 'Move down' }).click();
    await page.getByText(/^Moved .+ to position 2\.$/).waitFor();
    const form = studentForm(page, 2);
    expect(await form.getByLabel('First name').inputValue()).toBe(students[0]?.first);
    const down = page.getByRole('button', { name: 'Move down' });
    await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('the review', () => {
  it('links each part and each student to its form', async () => {
    await openStudents(2, 2);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 768, height: 1024 });
    const lines = page.locator('.student-address > div > div');
    expect(await lines.count()).toBe(4);
    for (const line of await lines.all()) {
      const height = await line.evaluate((element) => element.getBoundingClientRect().height);
      expect(height).toBeLessThan(30);
    }
    await page.getByRole('link', { name: 'Change student 2' }).click();
    await expectStep(page, 'Students');
    await expect.poll(() => studentForm(page, 2).count()).toBe(1);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('link', { name: 'Change the method' }).click();
    await expectStep(page, 'Method');
  });

  it('keeps the links that the keyboard reaches clear of the buttons without scripts', async () => {
    const { school: own, counselor } = await bench.newSchool();
    await makeDesignation(bench.orm, {
      ...{ highSchoolId: own.id, academicYearId: bench.year.id, submittedById: counselor.id },
      ...{ status: 'STARTED', classSize: 100, criteria: 'CUMULATIVE_GPA', students: 10 },
    });
    page = await bench.pageOf(counselor, {
      javaScriptEnabled: false,
      viewport: { width: 375, height: 740 },
    });
    await page.goto(bench.step('review', own));
    const links = page.getByRole('link', { name: /^Change student/ });
    expect(await links.count()).toBe(10);
    for (const link of await links.all()) {
      await tabTo(page, link);
      const gap = await link.evaluate((element) => {
        const [focused, bar] = [element, document.querySelector('.step-bar')].map((each) =>
          each?.getBoundingClientRect(),
        );
        return (bar?.top ?? 0) - (focused?.bottom ?? 0);
      });
      expect(gap).toBeGreaterThan(0);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  enterStudent,
  expectStep,
  storedDrafts,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  comeBack,
  firstName,
  others,
  saving,
  savingScene,
  untilSaved,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

describe('two editors at once', () => {
  it('are named to each other, take over what is saved, and overwrite nothing unseen', async () => {
    const { school, kim, robin, storedNames } = await savingScene(bench);
    const [kims, robins] = [await bench.pageOf(kim), await bench.pageOf(robin)];
    await bench.open(kims, 'students', school);
    await bench.open(robins, 'students', school);
    await others(robins).getByText('Kim Lee is also editing this designation.').waitFor();
    await comeBack(kims);
    await others(kims).getByText('Robin Reed is also editing this designation.').waitFor();

    await firstName(kims, 1).fill('Ann');
    await untilSaved(kims);
    await firstName(robins, 2).focus();
    await comeBack(robins);
    await others(robins)
      .getByText(/^Updated with what Kim Lee saved at \d\d:\d\d\.$/)
      .waitFor();
    expect(await firstName(robins, 1).inputValue()).toBe('Ann');
    await expect
      .poll(() => firstName(robins, 2).evaluate((input) => input === document.activeElement))
      .toBe(true);

    await firstName(kims, 1).fill('Anna');
    await expect.poll(storedNames).toEqual(['Anna']);
    await robins.keyboard.type('Bo');
    const notice = robins.getByRole('alert').filter({ hasText: 'What you entered is still here' });
    await notice.waitFor();
    const told = await notice.innerText();
    expect(told).toMatch(/^Kim Lee changed this designation at \d\d:\d\d\./);
    expect(told).toContain('Student 1: first name\nStudent 2: only here');
    await saving(robins)
      .getByText(/^Not saved: Kim Lee changed this designation at \d\d:\d\d\./)
      .waitFor();
    await saving(robins).getByRole('link', { name: 'Decide which version is to stay' }).click();
    await firstName(robins, 2).focus();
    await robins.getByRole('button', { name: 'Review', exact: true }).click();
    await robins.waitForFunction(() => document.activeElement?.id === 'which-version');
    await expectNoAxeViolations(robins);
    expect(await firstName(robins, 2).inputValue()).toBe('Bo');
    expect(await storedNames()).toEqual(['Anna']);
    bench.browser.takeComplaints();

    await notice.getByRole('button', { name: 'Go on with what I entered' }).click();
    await expect.poll(storedNames).toEqual(['Ann', 'Bo']);
    await comeBack(kims);
    await others(kims)
      .getByText(/^Updated with what Robin Reed saved at \d\d:\d\d\.$/)
      .waitFor();
    expect(await firstName(kims, 2).inputValue()).toBe('Bo');

    await robins.goto('about:blank');
    await comeBack(kims);
    await others(kims).getByText('is also editing').waitFor({ state: 'detached' });
  });

  it('may take the other’s version, and be two tabs of one person', async () => {
    const { school, kim, storedComment } = await savingScene(bench);
    const here = await bench.pageOf(kim);
    const there = await here.context().newPage();
    await bench.open(here, 'method', school);
    await bench.open(there, 'method', school);
    await there.getByLabel('Comment').fill('From there.');
    await untilSaved(there);
    await here.getByLabel('Comment').fill('From here.');
    const notice = here.getByRole('alert').filter({
      hasText: 'You changed this designation in another tab or on another device at ',
    });
    await notice.waitFor();
    bench.browser.takeComplaints();
    expect(Object.keys(await storedDrafts(here))).toHaveLength(2);
    await notice.getByRole('button', { name: 'Load the latest instead' }).click();
    expect(await here.getByLabel('Comment').inputValue()).toBe('From there.');
    expect(await storedComment()).toBe('From there.');
    await expect.poll(() => saving(here).getByText('Not saved').count()).toBe(0);
  });

  it('meet on a step’s own save, too', async () => {
    const { school, kim, robin, storedNames, storedComment } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'students', school);
    for (const place of [1, 2]) await enterStudent(page, place, studentInput());
    await untilSaved(page);
    const other = await bench.pageOf(robin);
    await bench.open(other, 'method', school);
    await other.getByLabel('Comment').fill('Meanwhile.');
    await expect.poll(storedComment).toBe('Meanwhile.');
    await firstName(page, 1).fill('Late');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Robin Reed changed this designation at ' });
    await notice.waitFor();
    bench.browser.takeComplaints();
    await notice.getByRole('button', { name: 'Go on with what I entered' }).click();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    expect((await storedNames())[0]).toBe('Late');
    expect(await storedComment()).toBeNull();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { withStoredIds } from '#app/students/draft-students.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { SessionEntity } from '#db/entities/session.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeStaff } from '#tests/factories/user-factory.server.ts';
import { question, useEditingScene } from '#tests/support/editing-scene.server.ts';
import type { EditingBrowser, EditingTab } from '#tests/support/editing-tab.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild } from '#tests/support/scriptless-page.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const rest = useRest({ build: renderedBuild });
const scene = useEditingScene(rest);
const { tabs, designate, open, storedComment, storedNames, change } = scene;

describe('what was typed after', () => {
  it.each<[string, (page: EditingTab) => unknown]>([
    ['a save', (page) => page.save()],
    ['the announcement of the tab', (page) => page.session.announce()],
  ])(
    'an approval that %s has found is kept, and saved without another keystroke once the designation is returned',
    async (_how, find) => {
      const page = await open(scene.kim, await designate());
      await change({ status: 'APPROVED' });
      page.type({ criteriaComment: 'Too late.' });
      await find(page);
      await expect.poll(() => page.session.view().locked).toBe('APPROVED');
      expect(page.draft()).toMatchObject({ criteriaComment: 'Too late.', edited: true });
      expect(await storedComment()).toBeNull();
      await change({ status: 'RETURNED' });
      page.session.announce();
      await expect.poll(storedComment).toBe('Too late.');
      expect(page.session.view().locked).toBeNull();
    },
  );

  it('a conflict, an approval, and a return is kept and still asked about', async () => {
    const designation = await designate();
    const [page, other] = [await open(scene.kim, designation), await open(scene.robin, designation)];
    other.type({ criteriaComment: 'By a colleague.' });
    await other.save();
    page.type({ criteriaComment: 'Mine.' });
    await page.save();
    await expect.poll(() => question(page)).not.toBeNull();
    await change({ status: 'APPROVED' });
    page.session.announce();
    await expect.poll(() => page.session.view().locked).toBe('APPROVED');
    await change({ status: 'RETURNED', note: 'Look again.' });
    page.session.announce();
    await expect.poll(() => page.session.view().locked).toBeNull();
    expect(page.draft().criteriaComment).toBe('Mine.');
    expect(await storedComment()).toBe('By a colleague.');
    page.keepMine();
    expect(await page.save()).toBe(true);
    expect(await storedComment()).toBe('Mine.');
  });

  it('the removal from the staff is kept, and saved after the user is added again', async () => {
    const page = await open(scene.kim, await designate());
    await rest.orm.em
      .fork()
      .nativeDelete(HighSchoolStaffEntity, { highSchool: scene.school.id, user: scene.kim.id });
    page.typeStudent(1, { first: 'Typed' });
    expect(await page.save()).toBe(false);
    expect(page.session.view().failure).toEqual({ reason: 'noAccess' });
    expect(await storedNames()).toEqual([]);
    await makeStaff(rest.orm, { highSchoolId: scene.school.id, userId: scene.kim.id });
    page.session.announce();
    await expect.poll(storedNames).toEqual(['Typed']);
    await expect.poll(() => page.session.view().failure).toBeNull();
  });

  it('the end of the session is kept, and saved once the user has signed in again', async () => {
    const browser = tabs.browserOf(scene.kim);
    const page = await tabs.open(browser, await designate());
    await rest.orm.em.fork().nativeDelete(SessionEntity, { user: scene.kim.id });
    page.typeStudent(1, { first: 'Ann' });
    expect(await page.save()).toBe(false);
    expect(page.session.view().failure).toEqual({ reason: 'signedOut' });
    await tabs.signIn(browser);
    page.session.retry();
    await expect.poll(storedNames).toEqual(['Ann']);
    await expect.poll(() => page.session.view().failure).toBeNull();
  });
});

/** Saves what the tab has typed, without getting the response, and closes it. */
async function closeWithoutResponse(tab: EditingTab): Promise<void> {
  tabs.intercept('PATCH', async (send) => {
    await send();
    throw new TypeError('Failed to fetch');
  });
  tabs.intercept('POST', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await tab.session.flush()).toBe(false);
  await tab.close();
  for (const method of ['PATCH', 'POST'] as const) tabs.intercept(method, (send) => send());
}

describe('a save whose response is lost', () => {
  let browser: EditingBrowser;
  let designation: MadeDesignation;
  beforeEach(async () => {
    browser = tabs.browserOf(scene.kim);
    designation = await designate();
  });

  it('is found by the next tab, also after a colleague continued, which keeps what was typed and asks nothing', async () => {
    const page = await tabs.open(browser, designation);
    page.typeStudent(1, { first: 'Ann', phone: '90' });
    await closeWithoutResponse(page);
    expect(await storedNames()).toEqual(['Ann']);
    const other = await open(scene.robin, designation);
    other.typeStudent(2, { first: 'Bo' });
    expect(await other.save()).toBe(true);

    const next = await tabs.open(browser, designation);
    await expect
      .poll(() => next.draft().students)
      .toMatchObject([{ first: 'Ann', phone: '90' }, { first: 'Bo' }]);
    next.typeStudent(1, { first: 'Anna' });
    expect(await next.save()).toBe(true);
    expect(await storedNames()).toEqual(['Anna', 'Bo']);
    expect(question(next)).toBeNull();
    expect(next.session.view().unfinished).toEqual(['student 1 phone']);
  });
});

it('a list that was imported, undone, and redone around a save has the IDs of the stored students, also in the next tab', async () => {
  const browser = tabs.browserOf(scene.kim);
  const designation = await designate({ classSize: 40, students: 2 });
  const page = await tabs.open(browser, designation);
  const before = page.draft().students;
  const student = (first: string, email: string) => {
    const { id: _id, ...filled } = { ...before[0], first, last: 'Lee', email };
    return filled as (typeof before)[number];
  };
  const imported = [
    student('Ann', 'ann@x.example.org'),
    student('Bo', 'bo@x'),
    student('Cy', 'cy@x.example.org'),
  ];
  const rearrange = (students: typeof before) => {
    page.store.rearrange(withStoredIds(students, page.draft().stored.students));
    page.session.markDirty();
  };
  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => (respond = resolve));
  tabs.intercept('PATCH', async (send) => {
    await mayRespond;
    return send();
  });
  rearrange(imported);
  const saved = page.session.flush();
  await expect.poll(() => page.draft().sent).not.toBeNull();
  rearrange(before);
  respond();
  await saved;
  rearrange(imported);
  expect(await page.save()).toBe(true);
  const ids = (await studentsOf(rest.orm, scene.school)).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(page.draft().students.map(({ id }) => id)).toEqual(ids);
  expect(page.session.view().unfinished).toEqual(['student 2 email']);
  await page.close();

  const next = await tabs.open(browser, designation);
  const other = await open(scene.robin, designation);
  expect(next.draft().students.map(({ id, email }) => [id, email])).toEqual(
    imported.map(({ email }, index) => [ids[index], email]),
  );
  next.typeStudent(3, { preferred: 'Cyrus' });
  expect(await next.save()).toBe(true);
  other.typeStudent(1, { preferred: 'Annie' });
  expect(await other.save()).toBe(true);
  expect([question(next), question(other)]).toEqual([null, null]);
  expect(await studentsOf(rest.orm, scene.school)).toMatchObject([
    { preferred: 'Annie' },
    {},
    { preferred: 'Cyrus' },
  ]);
});

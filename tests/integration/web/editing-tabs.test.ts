import { raw } from '@mikro-orm/core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Conflict } from '#app/components/designate/draft/merge.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { withStoredIds } from '#app/students/draft-students.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeStaff, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type EditingBrowser, type EditingTab, useEditingTabs } from '#tests/support/editing-tab.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild } from '#tests/support/scriptless-page.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const rest = useRest({ build: renderedBuild });
const tabs = useEditingTabs(rest);
let school: MadeSchool;
let kim: MadeUser;
let robin: MadeUser;

const designate = useSchoolWithCounselor(
  rest,
  async (made) => {
    ({ school, counselor: kim } = made);
    ({ user: robin } = await makeCounselor(rest.orm, [school.id], { firstName: 'Robin', lastName: 'Reed' }));
  },
  { classSize: 20, criteria: 'CUMULATIVE_GPA' },
);

const stored = async () => rest.orm.em.fork().findOneOrFail(DesignationEntity, { highSchool: school.id });
const storedComment = async () => (await stored()).criteriaComment ?? null;
const storedNames = async () => (await studentsOf(rest.orm, school)).map(({ first }) => first);
const change = async (changed: { status?: DesignationStatus; criteriaComment?: string; note?: string }) => {
  const { id } = await stored();
  await rest.orm.em.fork().nativeUpdate(DesignationEntity, { id }, changed);
};
const reverseStudents = async () => {
  const { id, version } = await stored();
  const em = rest.orm.em.fork();
  await em.nativeUpdate(StudentEntity, { designation: id }, { position: raw('1000 - position') });
  await em.nativeUpdate(DesignationEntity, { id }, { version: version + 1 });
};

const open = (user: MadeUser, designation: MadeDesignation) => tabs.open(tabs.browserOf(user), designation);
const question = (tab: EditingTab) => tab.copy.shown().question?.about ?? null;

describe('two tabs that edit a designation', () => {
  it('merge what both changed, even without announcements, and say who changed what', async () => {
    const designation = await designate({ students: [{ first: 'Ann', last: 'Lee' }] });
    const [kims, robins] = [await open(kim, designation), await open(robin, designation)];
    kims.typeStudent(1, { phone: '9075550001' });
    kims.type({ criteriaComment: 'By rank.' });
    expect(await kims.save()).toBe(true);
    tabs.intercept('POST', () => Promise.reject(new TypeError('Failed to fetch')));
    robins.typeStudent(1, { preferred: 'Annie' });
    robins.typeStudent(2, { first: 'Bo' });
    expect(await robins.save()).toBe(true);
    expect(question(robins)).toBeNull();
    expect(robins.copy.shown().incoming).toMatchObject({
      change: { by: { id: kim.id } },
      differences: ['Comment', 'Student 1 (Ann Lee): phone'],
    });
    expect(await storedComment()).toBe('By rank.');
    expect(await studentsOf(rest.orm, school)).toMatchObject([
      { first: 'Ann', preferred: 'Annie', phone: '(907) 555-0001' },
      { first: 'Bo' },
    ]);
  });

  it('learn of each other when they open, save, and close, even if the last announcement is still under way', async () => {
    const designation = await designate();
    const [kims, robins] = [await open(kim, designation), await open(robin, designation)];
    await expect.poll(() => robins.session.view().colleagues).toMatchObject([{ lastName: kim.lastName }]);
    kims.session.announce();
    await expect.poll(() => kims.session.view().colleagues).toMatchObject([{ lastName: 'Reed' }]);
    const again = await open(robin, designation);
    await expect.poll(() => again.session.view().isOpenElsewhere).toBe(true);
    await again.close();

    const editors = () => rest.orm.em.fork().count(DesignationEditorEntity, { designation: designation.id });
    await expect.poll(editors).toBe(2);
    let announce: () => void = () => undefined;
    const mayAnnounce = new Promise<void>((resolve) => (announce = resolve));
    tabs.intercept('POST', async (send) => {
      await mayAnnounce;
      return send();
    });
    robins.session.announce();
    const closed = robins.session.leavePage();
    await expect.poll(editors).toBe(1);
    announce();
    await closed;
    expect(await editors()).toBe(1);
  });

  it('ask only about the fields that both changed, and save the chosen values', async () => {
    const designation = await designate({ students: [{ first: 'Ann', last: 'Lee' }] });
    const [kims, robins] = [await open(kim, designation), await open(robin, designation)];
    kims.typeStudent(1, { preferred: 'Anna', phone: '9075550001' });
    await kims.save();
    robins.typeStudent(1, { preferred: 'Annie', phone: '9075550002', middle: 'Q' });
    robins.type({ criteriaComment: 'Robin’s.' });
    expect(await robins.save()).toBe(false);
    await expect.poll(() => question(robins)).toMatchObject([{ field: 'preferred' }, { field: 'phone' }]);
    expect(robins.session.view()).toMatchObject({
      failure: { reason: 'stale' },
      conflict: { change: { by: { id: kim.id } } },
    });
    expect(await studentsOf(rest.orm, school)).toMatchObject([{ preferred: 'Anna', middle: '' }]);
    const about = question(robins);
    if (about === null || about === 'version') throw new Error('The question is about the whole version.');
    const sideOf = (one: Conflict) => ('field' in one && one.field === 'phone' ? 'theirs' : 'mine');
    robins.decide(new Map(about.map((one) => [one.name, sideOf(one)])));
    expect(question(robins)).toBeNull();
    expect(robins.session.view()).toMatchObject({ failure: null, conflict: null });
    expect(await robins.save()).toBe(true);
    expect(await studentsOf(rest.orm, school)).toMatchObject([
      { preferred: 'Annie', phone: '(907) 555-0001', middle: 'Q' },
    ]);
    expect(await storedComment()).toBe('Robin’s.');
  });

  it('can each use the latest version or keep their own', async () => {
    const designation = await designate();
    const [here, there] = [await open(kim, designation), await open(kim, designation)];
    there.type({ criteriaComment: 'From there.' });
    await there.save();
    here.type({ criteriaComment: 'From here.' });
    await here.save();
    await expect.poll(() => question(here)).toMatchObject([{ kind: 'method', name: 'criteriaComment' }]);
    here.loadLatest();
    expect(here.draft()).toMatchObject({ criteriaComment: 'From there.', edited: false });
    expect(question(here)).toBeNull();
    expect(await storedComment()).toBe('From there.');

    here.type({ criteriaComment: 'From here again.' });
    await here.save();
    there.type({ criteriaComment: 'From there again.' });
    await there.save();
    await expect.poll(() => question(there)).not.toBeNull();
    there.keepMine();
    expect(await there.save()).toBe(true);
    expect(await storedComment()).toBe('From there again.');
  });

  it("ask about the whole version if its students can't be matched, and then can keep their own", async () => {
    const designation = await designate({ classSize: 30, students: 2 });
    const [one = '', two = ''] = designation.students.map(({ first }) => first);
    const page = await open(kim, designation);
    page.typeStudent(3, { first: 'New' });
    await reverseStudents();
    expect(await page.save()).toBe(false);
    await expect.poll(() => question(page)).toBe('version');
    expect(page.draft().students[2]).toMatchObject({ first: 'New' });
    page.keepMine();
    expect(await page.save()).toBe(true);
    expect(await storedNames()).toEqual([one, two, 'New']);
  });
});

describe('what was typed after', () => {
  it('an approval is kept, and saved without another keystroke once the designation is returned', async () => {
    const page = await open(kim, await designate());
    await change({ status: 'APPROVED' });
    page.type({ criteriaComment: 'Too late.' });
    expect(await page.save()).toBe(false);
    await expect.poll(() => page.session.view().locked).toBe('APPROVED');
    expect(page.draft()).toMatchObject({ criteriaComment: 'Too late.', edited: true });
    expect(await storedComment()).toBeNull();
    await change({ status: 'RETURNED' });
    page.session.announce();
    await expect.poll(storedComment).toBe('Too late.');
    await expect.poll(() => page.session.view().locked).toBeNull();
  });

  it('a conflict, an approval, and a return is kept and still asked about', async () => {
    const designation = await designate();
    const [page, other] = [await open(kim, designation), await open(robin, designation)];
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
    const page = await open(kim, await designate());
    await rest.orm.em.fork().nativeDelete(HighSchoolStaffEntity, { highSchool: school.id, user: kim.id });
    page.typeStudent(1, { first: 'Typed' });
    expect(await page.save()).toBe(false);
    expect(page.session.view().failure).toEqual({ reason: 'noAccess' });
    expect(await storedNames()).toEqual([]);
    await makeStaff(rest.orm, { highSchoolId: school.id, userId: kim.id });
    page.session.announce();
    await expect.poll(storedNames).toEqual(['Typed']);
    await expect.poll(() => page.session.view().failure).toBeNull();
  });

  it('the end of the session is kept, and saved once the user has signed in again', async () => {
    const browser = tabs.browserOf(kim);
    const page = await tabs.open(browser, await designate());
    await rest.orm.em.fork().nativeDelete(SessionEntity, { user: kim.id });
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
    browser = tabs.browserOf(kim);
    designation = await designate();
  });

  it('is found by the next tab, also after a colleague continued, which keeps what was typed and asks nothing', async () => {
    const page = await tabs.open(browser, designation);
    page.typeStudent(1, { first: 'Ann', phone: '90' });
    await closeWithoutResponse(page);
    expect(await storedNames()).toEqual(['Ann']);
    const other = await open(robin, designation);
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
  const browser = tabs.browserOf(kim);
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
  const ids = (await studentsOf(rest.orm, school)).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(page.draft().students.map(({ id }) => id)).toEqual(ids);
  expect(page.session.view().unfinished).toEqual(['student 2 email']);
  await page.close();

  const next = await tabs.open(browser, designation);
  const other = await open(robin, designation);
  expect(next.draft().students.map(({ id, email }) => [id, email])).toEqual(
    imported.map(({ email }, index) => [ids[index], email]),
  );
  next.typeStudent(3, { preferred: 'Cyrus' });
  expect(await next.save()).toBe(true);
  other.typeStudent(1, { preferred: 'Annie' });
  expect(await other.save()).toBe(true);
  expect([question(next), question(other)]).toEqual([null, null]);
  expect(await studentsOf(rest.orm, school)).toMatchObject([
    { preferred: 'Annie' },
    {},
    { preferred: 'Cyrus' },
  ]);
});

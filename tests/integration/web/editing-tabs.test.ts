import { describe, expect, it } from 'vitest';
import type { Conflict } from '#app/components/designate/draft/merge.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { question, useEditingScene } from '#tests/support/editing-scene.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild } from '#tests/support/scriptless-page.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const rest = useRest({ build: renderedBuild });
const scene = useEditingScene(rest);
const { tabs, designate, open, storedComment, storedNames, reverseStudents } = scene;

describe('two tabs that edit a designation', () => {
  it('merge what both changed, even without announcements, and say who changed what', async () => {
    const designation = await designate({ students: [{ first: 'Ann', last: 'Lee' }] });
    const [kims, robins] = [await open(scene.kim, designation), await open(scene.robin, designation)];
    kims.typeStudent(1, { phone: '9075550001' });
    kims.type({ criteriaComment: 'By rank.' });
    expect(await kims.save()).toBe(true);
    tabs.intercept('POST', () => Promise.reject(new TypeError('Failed to fetch')));
    robins.typeStudent(1, { preferred: 'Annie' });
    robins.typeStudent(2, { first: 'Bo' });
    expect(await robins.save()).toBe(true);
    expect(question(robins)).toBeNull();
    expect(robins.copy.shown().incoming).toMatchObject({
      change: { by: { id: scene.kim.id } },
      differences: ['Comment', 'Student 1 (Ann Lee): phone'],
    });
    expect(await storedComment()).toBe('By rank.');
    expect(await studentsOf(rest.orm, scene.school)).toMatchObject([
      { first: 'Ann', preferred: 'Annie', phone: '(907) 555-0001' },
      { first: 'Bo' },
    ]);
  });

  it('learn of each other when they open, save, and close, even if the last announcement is still under way', async () => {
    const designation = await designate();
    const [kims, robins] = [await open(scene.kim, designation), await open(scene.robin, designation)];
    await expect
      .poll(() => robins.session.view().colleagues)
      .toMatchObject([{ lastName: scene.kim.lastName }]);
    kims.session.announce();
    await expect.poll(() => kims.session.view().colleagues).toMatchObject([{ lastName: 'Reed' }]);
    const again = await open(scene.robin, designation);
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
    const [kims, robins] = [await open(scene.kim, designation), await open(scene.robin, designation)];
    kims.typeStudent(1, { preferred: 'Anna', phone: '9075550001' });
    await kims.save();
    robins.typeStudent(1, { preferred: 'Annie', phone: '9075550002', middle: 'Q' });
    robins.type({ criteriaComment: 'Robin’s.' });
    expect(await robins.save()).toBe(false);
    await expect.poll(() => question(robins)).toMatchObject([{ field: 'preferred' }, { field: 'phone' }]);
    expect(robins.session.view()).toMatchObject({
      failure: { reason: 'versionConflict' },
      conflict: { change: { by: { id: scene.kim.id } } },
    });
    expect(await studentsOf(rest.orm, scene.school)).toMatchObject([{ preferred: 'Anna', middle: '' }]);
    const about = question(robins);
    if (about === null || about === 'version') throw new Error('The question is about the whole version.');
    const sideOf = (one: Conflict) => ('field' in one && one.field === 'phone' ? 'theirs' : 'mine');
    robins.decide(new Map(about.map((one) => [one.name, sideOf(one)])));
    expect(question(robins)).toBeNull();
    expect(robins.session.view()).toMatchObject({ failure: null, conflict: null });
    expect(await robins.save()).toBe(true);
    expect(await studentsOf(rest.orm, scene.school)).toMatchObject([
      { preferred: 'Annie', phone: '(907) 555-0001', middle: 'Q' },
    ]);
    expect(await storedComment()).toBe('Robin’s.');
  });

  it('can each use the latest version or keep their own', async () => {
    const designation = await designate();
    const [here, there] = [await open(scene.kim, designation), await open(scene.kim, designation)];
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
    const page = await open(scene.kim, designation);
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

import { describe, expect, it } from 'vitest';
import { merge, type Merged } from '#app/components/designate/draft/merge.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { content, done, student } from '#tests/support/merged-contents.ts';

describe('merging two lists of students', () => {
  const ann = student({ id: 's1', first: 'Ann', last: 'Lee', phone: '1' });
  const bo = student({ id: 's2', first: 'Bo', last: 'Ray', phone: '2' });
  const cy = student({ id: 's3', first: 'Cy', last: 'Fox', phone: '3' });
  const fresh = (one: DraftStudent) => ({ ...one, id: undefined });
  const base = content({ students: [ann, bo] });
  const withList = (...students: DraftStudent[]) => content({ students });
  const names = (merged: Merged | null) => merged?.conflicts.map(({ name }) => name);

  it('matches by ID if theirs was reordered or has students added or removed', () => {
    const mine = withList(ann, { ...bo, phone: '22' });
    const theirs = withList(cy, { ...bo, email: 'bo@example.org' }, ann);
    expect(done(merge({ base, mine, theirs })).students).toEqual([
      cy,
      { ...bo, phone: '22', email: 'bo@example.org' },
      ann,
    ]);
    expect(done(merge({ base, mine, theirs: withList(bo) })).students).toEqual([{ ...bo, phone: '22' }]);
  });

  it('matches students whom they removed and put back unchanged, which gave them new IDs', () => {
    const again = withList({ ...ann, id: 's8' }, { ...bo, id: 's9', phone: '3' });
    const mine = withList({ ...ann, preferred: 'Annie', phone: '90' }, bo);
    expect(done(merge({ base, mine, theirs: again })).students).toEqual([
      { ...ann, id: 's8', preferred: 'Annie', phone: '90' },
      { ...bo, id: 's9', phone: '3' },
    ]);
  });

  it('matches new students by index and gives them the stored IDs', () => {
    const mine = withList(ann, bo, fresh(student()), fresh(cy));
    const dee = student({ id: 's4', first: 'Dee', last: 'Day' });
    expect(done(merge({ base, mine, theirs: withList(ann, bo, dee) })).students).toEqual([
      ann,
      bo,
      dee,
      fresh(cy),
    ]);
    const sameHere = withList(ann, bo, fresh({ ...cy, phone: '' }));
    expect(done(merge({ base, mine: sameHere, theirs: withList(ann, bo, cy) })).students).toEqual([
      ann,
      bo,
      cy,
    ]);
    const preferred = withList(ann, bo, fresh({ ...cy, phone: '', preferred: 'C' }));
    expect(done(merge({ base, mine: preferred, theirs: withList(ann, bo, cy) })).students[2]).toEqual({
      ...cy,
      preferred: 'C',
    });
  });

  it('asks about the student if both sides entered different people in the same slot', () => {
    const mine = withList(ann, bo, fresh(cy));
    const dee = student({ id: 's4', first: 'Dee' });
    const theirs = withList(ann, bo, dee);
    const merged = merge({ base, mine, theirs });
    expect(merged?.conflicts).toEqual([
      { kind: 'student', name: 'students[2]', index: 2, field: null, mine: fresh(cy), theirs: dee },
    ]);
    expect(done(merge({ base, mine, theirs }, new Map([['students[2]', 'mine']]))).students[2]).toEqual({
      ...cy,
      id: 's4',
    });
    expect(done(merge({ base, mine, theirs }, new Map([['students[2]', 'theirs']]))).students[2]).toEqual(
      dee,
    );
  });

  it('asks about a student whom one side changed and the other removed or replaced', () => {
    const changed = withList(ann, { ...bo, phone: '22' });
    const removed = withList(ann);
    const replaced = withList(ann, { ...cy, id: bo.id });
    for (const other of [removed, withList(ann, { ...student(), id: bo.id }), replaced]) {
      expect(names(merge({ base, mine: changed, theirs: other }))).toEqual(['students[1]']);
      expect(names(merge({ base, mine: other, theirs: changed }))).toEqual(['students[1]']);
    }
    expect(
      done(merge({ base, mine: changed, theirs: removed }, new Map([['students[1]', 'mine']]))).students,
    ).toEqual([ann, fresh({ ...bo, phone: '22' })]);
    expect(done(merge({ base, mine: base, theirs: removed })).students).toEqual([ann]);
    expect(done(merge({ base, mine: removed, theirs: base })).students).toEqual([ann]);
  });

  it('asks about a student whom one side turned into another person and the other changed', () => {
    const born = { ...ann, dateOfBirth: '2009-03-03' };
    const phoned = { ...born, phone: '11' };
    const ask = (before: DraftStudent, mine: DraftStudent, theirs: DraftStudent) => {
      const merged = merge({ base: withList(before), mine: withList(mine), theirs: withList(theirs) });
      const turned = merge({ base: withList(before), mine: withList(theirs), theirs: withList(mine) });
      expect(names(turned)).toEqual(names(merged));
      return merged;
    };
    for (const other of [
      { ...born, first: 'Zed' },
      { ...born, last: 'Ray' },
      { ...born, dateOfBirth: '2008-12-12' },
      { ...born, first: '' },
    ]) {
      expect(ask(born, phoned, other)?.conflicts).toEqual([
        { kind: 'student', name: 'students[0]', index: 0, field: null, mine: phoned, theirs: other },
      ]);
      expect(done(ask(born, born, other)).students).toEqual([other]);
    }
    const [lee, bob] = [
      { ...born, first: '' },
      { ...born, first: 'Bob' },
    ];
    expect(names(ask(lee, { ...lee, phone: '11' }, { ...bob, last: 'Ray' }))).toEqual(['students[0]']);
    expect(names(ask(lee, { ...lee, first: 'Ann' }, bob))).toEqual(['students[0]']);
    const phoneOnly = student({ id: 's1', phone: '1' });
    expect(names(ask(phoneOnly, { ...phoneOnly, phone: '11' }, { ...phoneOnly, first: 'Bob' }))).toEqual([
      'students[0]',
    ]);
  });

  it('treats a student as the same person after a blank name was filled in or both made the same correction', () => {
    const undated = { ...ann, dateOfBirth: '' };
    const born = { ...ann, dateOfBirth: '2009-03-03' };
    const three = (before: DraftStudent, mine: DraftStudent, theirs: DraftStudent) =>
      done(merge({ base: withList(before), mine: withList(mine), theirs: withList(theirs) })).students;
    expect(three(undated, { ...undated, phone: '11' }, born)).toEqual([{ ...born, phone: '11' }]);
    const lee = { ...born, first: '' };
    expect(three(lee, born, { ...lee, phone: '11' })).toEqual([{ ...born, phone: '11' }]);
    const hal = { ...born, first: 'Hal', last: '', dateOfBirth: '' };
    expect(three(hal, { ...hal, dateOfBirth: '2009-03-03' }, { ...hal, last: 'Ivy' })).toEqual([
      { ...hal, last: 'Ivy', dateOfBirth: '2009-03-03' },
    ]);
    const anna = { ...born, first: 'Anna' };
    expect(three(born, { ...anna, phone: '11' }, { ...anna, email: 'a@example.org' })).toEqual([
      { ...anna, phone: '11', email: 'a@example.org' },
    ]);
  });

  it('asks about siblings retyped in reverse order and about swapped last names', () => {
    const bea = { ...bo, first: 'Bea', last: 'Lee' };
    const before = withList(ann, bea);
    const mine = withList({ ...ann, phone: '11' }, bea);
    const turned = withList({ ...bea, id: ann.id }, { ...ann, id: bea.id });
    expect(names(merge({ base: before, mine, theirs: turned }))).toEqual(['students[0]']);
    const [lee, ray] = [ann, { ...bo, first: 'Ann' }];
    const exchanged = withList({ ...lee, last: 'Ray' }, { ...ray, last: 'Lee' });
    const typed = withList(lee, { ...ray, phone: '22' });
    expect(names(merge({ base: withList(lee, ray), mine: typed, theirs: exchanged }))).toEqual([
      'students[1]',
    ]);
  });

  it('merges an address part by part, unless both moved', () => {
    const at = (one: DraftStudent, address: Partial<DraftStudent['address']>) => ({
      ...one,
      address: { ...one.address, ...address },
    });
    const home = at(ann, { address1: '1 Elm', city: 'Nome', zip5: '99762', zip4: '1234' });
    const both = (mine: Partial<DraftStudent['address']>, theirs: Partial<DraftStudent['address']>) =>
      merge({ base: withList(home), mine: withList(at(home, mine)), theirs: withList(at(home, theirs)) });
    for (const [mine, theirs] of [
      [{ address1: '2 Birch' }, { city: 'Sitka' }],
      [
        { zip5: '99835', zip4: '' },
        { city: 'Sitka', zip4: '' },
      ],
      [{ address2: 'Apt 1' }, { address2: 'Apt 2' }],
    ] as const) {
      expect(names(both(mine, theirs))).toEqual(['students[0].address']);
      expect(names(both(theirs, mine))).toEqual(['students[0].address']);
    }
    for (const [mine, theirs] of [
      [{ city: 'Sitka', zip4: '' }, { address2: 'Apt 2' }],
      [{ address2: 'Apt 2' }, { city: 'Sitka', zip5: '99835', zip4: '' }],
      [{ city: 'Sitka' }, { city: 'Sitka', address2: 'Apt 2' }],
    ] as const) {
      expect(done(both(mine, theirs)).students[0]).toEqual(at(home, { ...mine, ...theirs }));
    }
    const blank = merge({
      base,
      mine: withList(at(ann, { address1: '1 Elm' }), bo),
      theirs: withList(at(ann, { city: 'Sitka', zip5: '99835' }), bo),
    });
    expect(done(blank).students[0]).toEqual(at(ann, { address1: '1 Elm', city: 'Sitka', zip5: '99835' }));
    const moved = withList(at(ann, { address1: '1 Elm' }), bo);
    expect(
      done(merge({ base, mine: moved, theirs: withList({ ...ann, phone: '11' }, bo) })).students[0],
    ).toEqual(at({ ...ann, phone: '11' }, { address1: '1 Elm' }));
  });

  it('combines the first and last name that two tabs typed into the same empty form', () => {
    const none = withList();
    const first = student({ first: 'Ann', phone: '1' });
    const last = student({ id: 's1', last: 'Lee', email: 'ann@example.org' });
    const merged = merge({ base: none, mine: withList(fresh(first)), theirs: withList(last) });
    expect(done(merged).students).toEqual([{ ...last, first: 'Ann', phone: '1' }]);
    const otherPhone = withList({ ...last, phone: '2' });
    expect(names(merge({ base: none, mine: withList(fresh(first)), theirs: otherPhone }))).toEqual([
      'students[0].phone',
    ]);
    const zed = withList({ ...last, first: 'Zed' });
    expect(names(merge({ base: none, mine: withList(fresh(first)), theirs: zed }))).toEqual(['students[0]']);
  });

  it("asks about the whole version if students can't be matched reliably", () => {
    const imported = withList(fresh(cy), fresh(ann));
    const theirs = withList(ann, { ...bo, phone: '22' });
    expect(merge({ base, mine: imported, theirs })).toBeNull();
    expect(done(merge({ base, mine: imported, theirs: base })).students).toEqual(imported.students);
    const added = withList(ann, bo, fresh(cy));
    expect(merge({ base, mine: added, theirs: withList(bo, ann) })).toBeNull();
    expect(done(merge({ base, mine: base, theirs: withList(bo, ann) })).students).toEqual([bo, ann]);
  });

  it('asks about the whole version if their class is too small for my students', () => {
    const two = content({ classSize: 20, students: [ann, bo] });
    const smaller = content({ classSize: 10, students: [ann] });
    const mine = content({ classSize: 20, students: [ann, { ...bo, phone: '22' }] });
    expect(merge({ base: two, mine, theirs: smaller })).toBeNull();
    expect(done(merge({ base: two, mine: two, theirs: smaller }))).toEqual(smaller);
    const commented = { ...two, criteriaComment: 'Mine.' };
    expect(done(merge({ base: two, mine: commented, theirs: smaller }))).toEqual({
      ...smaller,
      criteriaComment: 'Mine.',
    });
    const added = content({ classSize: 20, students: [ann, fresh(cy)] });
    const one = content({ classSize: 20, students: [ann] });
    expect(merge({ base: one, mine: added, theirs: { ...one, classSize: 10 } })).toBeNull();
    expect(done(merge({ base: one, mine: added, theirs: { ...one, classSize: 30 } }))).toEqual({
      ...added,
      classSize: 30,
    });
  });

  it('asks only about the class size if no student depends on it', () => {
    const [mine, theirs] = [
      { ...base, classSize: 30 },
      { ...base, classSize: 40 },
    ];
    expect(names(merge({ base, mine, theirs }))).toEqual(['classSize']);
    const typed = { ...mine, students: [ann, { ...bo, phone: '22' }] };
    expect(merge({ base, mine: typed, theirs })).toBeNull();
    expect(names(merge({ base, mine: typed, theirs: { ...base, classSize: 31 } }))).toEqual(['classSize']);
  });

  it('assigns the IDs of an unconfirmed save to the right students, even after one was removed', () => {
    const none = withList();
    const sent = withList(fresh(ann), fresh(bo), fresh(cy));
    const theirs = withList(ann, bo, cy);
    const removed = withList(fresh(bo), fresh(cy));
    expect(done(merge({ base: none, mine: removed, theirs, sent })).students).toEqual([bo, cy]);
    const changedSince = withList(fresh({ ...bo, phone: '22' }), fresh(cy));
    expect(done(merge({ base: none, mine: changedSince, theirs, sent })).students).toEqual([
      fresh({ ...bo, phone: '22' }),
      cy,
    ]);
    const corrected = withList(fresh(ann), fresh({ ...bo, phone: '22' }), fresh(cy));
    expect(done(merge({ base: none, mine: corrected, theirs, sent })).students).toEqual([
      ann,
      { ...bo, phone: '22' },
      cy,
    ]);
  });

  it('recognizes a new student from an unanswered save whom both sides corrected since', () => {
    const sent = withList(fresh({ ...cy, phone: '' }));
    const mine = withList(fresh({ ...cy, phone: '33' }));
    const theirs = withList({ ...cy, phone: '', email: 'cy@example.org' });
    const none = withList();
    expect(done(merge({ base: none, mine, theirs, sent })).students).toEqual([
      { ...cy, phone: '33', email: 'cy@example.org' },
    ]);
    const otherPhone = withList({ ...cy, phone: '34', email: 'cy@example.org' });
    expect(names(merge({ base: none, mine, theirs: otherPhone, sent }))).toEqual(['students[0].phone']);
  });
});

import { describe, expect, it } from 'vitest';
import {
  countImport,
  importObstacle,
  importReducer,
  selectedRows,
} from '#app/components/designate/import/import-state.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';
import { fillForms } from '#app/students/csv/student-csv-fill.ts';
import { importEffect, importQuestion } from '#app/students/csv/student-csv-match.ts';
import { emptyForms, previewed } from '#tests/support/csv-import.ts';

/** A complete student in a form, including values that the form doesn't show. */
function held(first: string, id: string): DraftStudent {
  return {
    ...emptyStudent('WA'),
    id,
    first,
    middle: 'Quinn',
    last: 'Lee',
    preferred: 'Q',
    dateOfBirth: '2010-03-04',
    twin: true,
    phone: '(907) 555-0101',
    email: `${first.toLowerCase()}@s.example.org`,
    parentEmail: 'parent@s.example.org',
    address: {
      address1: '1 A St',
      address2: 'Apt 4',
      city: 'Juneau',
      state: 'WA',
      zip5: '99801',
      zip4: '1234',
      firmName: 'Lee & Sons',
      urbanization: 'Urb',
    },
  };
}

const [ann, bo] = [held('Ann', 'a'), held('Bo', 'b')];
const HEADER =
  'First name,Last name,Date of birth (mm/dd/yyyy),Address1,Zipcode,Phone,Email,Twin (yes/no or Y/N)';

function opened(rows: readonly string[], forms: readonly DraftStudent[], header = HEADER) {
  return previewed([header, ...rows].join('\n'), { forms });
}
const effects = (state: ReturnType<typeof opened>) => [
  ...importEffect(state.forms, selectedRows(state), state.mode).descriptions.values(),
];
const filled = (state: ReturnType<typeof opened>) =>
  fillForms(state.forms, selectedRows(state), state.mode, 'AK');

describe('a row about a student who is in the forms', () => {
  it('keeps fields without text in the file, and the ID', () => {
    const state = opened(['ann,LEE,03/04/2010,,,9075550199,,'], [bo, ann]);
    expect(state.mode).toBe('append');
    expect(effects(state)).toEqual(['Updates Ann Lee']);
    expect(importObstacle(state)).toBeNull();
    expect(state.rows[0]?.isReady).toBe(true);
    expect(filled(state)).toEqual([bo, { ...ann, first: 'ann', last: 'LEE', phone: '(907) 555-0199' }]);
  });

  it('is known by the email too, unless several share it', () => {
    const state = opened(['Anne,Lee,03/04/2010,,,,ANN@s.example.org,n'], [{ ...ann, twin: false }, bo]);
    expect(filled(state)[0]).toEqual({
      ...ann,
      first: 'Anne',
      email: 'ANN@s.example.org',
      twin: false,
    });
    expect(effects(opened(['Ann,Lea,03/05/2010,,,,ann@s.example.org,'], [ann, bo]))).toEqual([
      'Updates Ann Lee',
    ]);
    const shared = { ...bo, email: ann.email };
    expect(effects(opened(['Cy,Ray,,,,,ann@s.example.org,'], [ann, shared]))).toEqual(['New']);
    const both = ['Cy,Ray,,,,,ann@s.example.org,', 'Di,Ray,,,,,ann@s.example.org,'];
    expect(effects(opened(both, [ann, bo]))).toEqual(['New', 'New']);
  });

  it('is a different student if only the email is shared', () => {
    const sibling = ['Cy,Lee,03/05/2012,,,,ann@s.example.org,'];
    expect(effects(opened(sibling, [ann, bo]))).toEqual(['New']);
    const three = [ann, bo, emptyStudent('AK')];
    const state = opened(sibling, three);
    expect([state.mode, ...effects(state)]).toEqual(['append', 'New']);
    expect(filled(state).slice(0, 2)).toEqual([ann, bo]);
    expect(effects(opened(['Cy,Lee,03/05/2012,,,,ann@s.example.org,'], [{ ...ann, first: '' }]))).toEqual([
      'Updates Lee',
    ]);
    expect(effects(opened(['Cy,Lee,,,,,ann@s.example.org,'], [{ ...ann, twin: false }]))).toEqual([
      'Updates Ann Lee',
    ]);
  });

  it('is known as spelled first, and regardless of accents only if that is unique', () => {
    const [ana, other] = [
      { ...ann, first: 'Ana' },
      { ...ann, first: 'Aná', id: 'c', email: '' },
    ];
    const rows = ['Aná,Lee,03/04/2010,,,,,', 'Ana,Lee,03/04/2010,,,,,'];
    expect(effects(opened(rows, [ana, other]))).toEqual(['Updates Aná Lee', 'Updates Ana Lee']);
    expect(effects(opened(['Aná,Lee,03/04/2010,,,,,'], [ana, emptyStudent('AK')]))).toEqual([
      'Updates Ana Lee',
    ]);
    expect(effects(opened(rows, [ana, emptyStudent('AK')]))).toEqual(['New', 'Updates Ana Lee']);
  });

  it('is a different student if the whole name differs, even with the same email', () => {
    const forms = [{ ...ann, twin: false }, emptyStudent('AK')];
    expect(effects(opened(['Bob,Kim,03/04/2010,,,,ann@s.example.org,'], forms))).toEqual(['New']);
    expect(effects(opened(['Bob,Kim,,,,,ann@s.example.org,'], forms))).toEqual(['New']);
  });

  it("is a different student if a twin's birth date and email are shared", () => {
    const twin = 'Cy,Lee,03/04/2010,,,,ann@s.example.org,';
    const forms = [ann, emptyStudent('AK')];
    expect(effects(opened([`${twin}Y`], forms))).toEqual(['New']);
    expect(effects(opened([twin], forms))).toEqual(['New']);
    expect(effects(opened([`${twin}Y`], [{ ...ann, twin: false }, emptyStudent('AK')]))).toEqual(['New']);
    expect(filled(opened([twin], forms))[0]).toEqual(ann);
  });

  it('drops the ZIP+4 of another address, and keeps it with the same', () => {
    const moved = opened(['Ann,Lee,03/04/2010,2 B St,,,,'], [ann]);
    expect(filled(moved)[0]?.address).toEqual({ ...ann.address, address1: '2 B St', zip4: '' });
    const same = opened(['Ann,Lee,03/04/2010,1 A St,99801,,,'], [ann]);
    expect(filled(same)).toEqual([ann]);
    const given = opened(['Ann,Lee,03/04/2010,2 B St,99802-7777,,,'], [ann]);
    expect(filled(given)[0]?.address).toMatchObject({ zip5: '99802', zip4: '7777' });
  });

  it("keeps the current value if a cell can't be read, and names the cell", () => {
    const [row] = opened(['Ann,Lee,soon,,,,ann@s.example.org,maybe'], [ann]).rows;
    expect(row?.student).toEqual(ann);
    expect(Object.keys(row?.remarks ?? {})).toEqual(['dateOfBirth', 'twin']);
  });

  it("keeps the parents' email if the file has none, and uses the student's only for a new one", () => {
    const state = opened(
      ['Ann,Lee,03/04/2010,,,,ann2@s.example.org,', 'Cy,Ray,03/04/2010,,,,cy@s.example.org,'],
      [ann, ...emptyForms(1)],
    );
    expect(filled(state).map(({ parentEmail }) => parentEmail)).toEqual([
      'parent@s.example.org',
      'cy@s.example.org',
    ]);
  });

  it('is known whatever the accents and spaces in the name', () => {
    const jose = { ...ann, first: 'José  Luis', email: '' };
    expect(effects(opened(['Jose Luis,Lee,03/04/2010,,,,,'], [jose]))).toEqual(['Updates José  Luis Lee']);
  });

  it('updates each form once, by a selected row', () => {
    const rows = ['Ann,Lee,03/04/2010,,,,,', 'ann,Lee,03/04/2010,,,,,'];
    let state = opened(rows, [ann, ...emptyForms(1)]);
    expect(effects(state)).toEqual(['Updates Ann Lee', 'New']);
    state = importReducer(state, { type: 'select', number: 2, isSelected: false });
    expect(effects(state)).toEqual(['Updates Ann Lee']);
  });

  it('is found again when a cell or the forms change', () => {
    let state = opened(['Ann,Lee,03/04/2011,,,,,'], [ann]);
    expect(effects(state)).toEqual(['New']);
    const edit = { number: 2, field: 'dateOfBirth', text: '03/04/2010' } as const;
    state = importReducer(state, { type: 'edit', edits: [edit] });
    expect(effects(state)).toEqual(['Updates Ann Lee']);
    state = importReducer(state, { type: 'forms', forms: [bo] });
    expect(effects(state)).toEqual(['New']);
    expect(state.rows[0]?.student).toMatchObject({ phone: '', address: { zip4: '' } });
  });
});

describe('a row about someone else', () => {
  it('starts from an empty form', () => {
    const state = opened(['Cy,Ray,05/06/2010,,,,,', 'Bo,Lee,03/04/2010,,,,,'], [ann, bo, ...emptyForms(1)]);
    const replaced = importReducer(state, { type: 'mode', mode: 'replace' });
    expect(effects(replaced)).toEqual(['Replaces Ann Lee', 'Updates Bo Lee']);
    expect(filled(replaced)).toEqual([
      { ...emptyStudent('AK'), first: 'Cy', last: 'Ray', dateOfBirth: '2010-05-06' },
      bo,
      emptyStudent('AK'),
    ]);
  });

  it('needs an empty form, unlike an updating row', () => {
    const rows = ['Ann,Lee,03/04/2010,,,,,', 'Cy,Ray,05/06/2010,,,,,', 'Di,Ray,05/07/2010,,,,,'];
    let state = opened(rows, [ann, ...emptyForms(1)]);
    expect(countImport(state)).toMatchObject({ updates: 1, slots: 1 });
    expect(importObstacle(state)).toBe(
      'Deselect 1 student. You can also choose “Replace them”, or cancel and enter a larger class size.',
    );
    state = importReducer(state, { type: 'selectFirst', count: 1 });
    expect(filled(state).map(({ first }) => first)).toEqual(['Ann', 'Cy']);
    state = importReducer(state, { type: 'selectFirst', count: 0 });
    expect(selectedRows(state)).toEqual([]);
  });
});

describe('the question before an import', () => {
  const summaryOf = (
    rows: readonly string[],
    forms: readonly DraftStudent[],
    mode: 'append' | 'replace' = 'append',
  ) => {
    const state = importReducer(opened(rows, forms), { type: 'mode', mode });
    return importQuestion(importEffect(forms, selectedRows(state), state.mode));
  };

  it("names removed and updated students, and isn't asked if students are only added", () => {
    expect(summaryOf(['Cy,Ray,05/06/2010,,,,,'], [ann, ...emptyForms(1)])).toBeNull();
    expect(summaryOf(['Ann,Lee,03/04/2010,,,,,'], [ann, bo])).toEqual({
      title: 'Update 1 student?',
      message:
        "We'll update Ann Lee with the values in your file. Empty cells won't erase anything.\nYou can undo this.",
      confirmLabel: 'Update 1 student',
      tone: 'primary',
    });
    const six = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((first) => held(first, first));
    expect(
      summaryOf(
        ['Gus,Ray,05/06/2010,,,,,', 'Ann,Lee,03/04/2010,,,,,'],
        [...six, { ...bo, first: '', last: '' }],
        'replace',
      ),
    ).toEqual({
      title: 'Replace 6 students?',
      message: [
        "We'll remove Bo Lee, Cy Lee, Di Lee, Ed Lee, Flo Lee, and 1 more from your list.",
        "We'll update Ann Lee with the values in your file. Empty cells won't erase anything.",
        'You can undo this.',
      ].join('\n'),
      confirmLabel: 'Replace 6 students',
      tone: 'danger',
    });
  });
  it('says how many students are added besides, and is no warning unless it removes someone', () => {
    const rows = ['Ann,Lee,03/04/2010,,,,,', 'Cy,Ray,05/06/2010,,,,,', 'Di,Ray,05/07/2010,,,,,'];
    expect(summaryOf(rows, [ann, ...emptyForms(2)])).toEqual({
      title: 'Update 1 student and add 2?',
      message: [
        "We'll update Ann Lee with the values in your file. Empty cells won't erase anything.",
        "We'll add 2 new students.",
        'You can undo this.',
      ].join('\n'),
      confirmLabel: 'Update 1 student and add 2',
      tone: 'primary',
    });
  });
});

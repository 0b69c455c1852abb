import { describe, expect, it } from 'vitest';
import {
  countImport,
  importObstacle,
  importReducer,
  type ImportState,
  selectedRows,
} from '#app/components/designate/import/import-state.ts';
import { emptyStudent } from '#app/students/draft-students.ts';
import { countSentence } from '#app/students/csv/student-csv-fill.ts';
import { repeatedRows } from '#app/students/csv/student-csv-rows.ts';
import { CSV_HEADER, emptyForms, openedImport } from '#tests/support/csv-import.ts';

const row = (first: string, dob = '03/14/2010', zip = '99801') =>
  `${first},,Lee,,${dob},1 A St,,Juneau,AK,${zip},9075550101,${first}@s.example.org,,N`;
const file = (...rows: string[]) => [CSV_HEADER, ...rows].join('\n');
const selected = (state: ImportState) => selectedRows(state).map(({ student }) => student.first);

describe('the preview of an import', () => {
  it('selects every row at first, and at most as many as there are forms', () => {
    let state = openedImport(file(row('Ann'), row('Bo', 'soon'), row('Cy')), { forms: emptyForms(2) });
    expect(countImport(state)).toEqual({
      ready: 2,
      toFix: 1,
      skipped: 0,
      repeated: 0,
      updates: 0,
      slots: 2,
      forms: 2,
    });
    expect(importObstacle(state)).toBe('Deselect 1 student.');
    state = importReducer(state, { type: 'select', number: 3, isSelected: false });
    expect([selected(state), importObstacle(state)]).toEqual([['Ann', 'Cy'], null]);
    expect(countImport(state)).toEqual({
      ready: 2,
      toFix: 0,
      skipped: 1,
      repeated: 0,
      updates: 0,
      slots: 2,
      forms: 2,
    });
    state = importReducer(state, { type: 'select', number: 3, isSelected: true });
    state = importReducer(state, { type: 'selectFirst', count: 2 });
    expect(selected(state)).toEqual(['Ann', 'Bo']);
    state = importReducer(state, { type: 'selectFirst', count: 0 });
    expect(importObstacle(state)).toBe('Select at least one student to import.');
  });

  it('keeps the list at first, even a full one; the mode decides how many fit', () => {
    const held = { ...emptyStudent('AK'), first: 'Old' };
    const state = openedImport(file(row('Ann')), { forms: [held, ...emptyForms(2)] });
    expect([state.mode, countImport(state).slots]).toEqual(['append', 2]);
    expect(countImport(importReducer(state, { type: 'mode', mode: 'replace' })).slots).toBe(3);
    const full = openedImport(file(row('Ann')), { forms: [held] });
    expect([full.mode, countImport(full).slots]).toEqual(['append', 0]);
    expect(importObstacle(full)).toBe(
      'Deselect 1 student. You can also choose “Replace them”, or cancel and enter a larger class size.',
    );
    expect(importObstacle(importReducer(full, { type: 'mode', mode: 'replace' }))).toBeNull();
    const typedMeanwhile = importReducer(state, { type: 'forms', forms: [held, held, held] });
    expect(importObstacle(typedMeanwhile)).toMatch(/^Deselect 1 student\./);
  });

  it("reads a row again when one of its cells is changed, by the file's own order of dates", () => {
    const dayFirst = CSV_HEADER.replace('mm/dd/yyyy', 'dd/mm/yyyy');
    let state = openedImport([dayFirst, row('Ann', '30/02/2010'), row('Bo', '31/12/2009')].join('\n'));
    state = importReducer(state, {
      type: 'edit',
      edits: [
        { number: 2, field: 'dateOfBirth', text: '03/04/2010' },
        { number: 2, field: 'preferred', text: ' Annie ' },
      ],
    });
    expect(state.rows[0]?.student).toMatchObject({ dateOfBirth: '2010-04-03', preferred: 'Annie' });
    expect(countImport(state)).toEqual({
      ready: 2,
      toFix: 0,
      skipped: 0,
      repeated: 0,
      updates: 0,
      slots: 9,
      forms: 9,
    });
  });

  it('keeps the input when the columns are changed', () => {
    let state = openedImport(file(row('Ann', 'soon')));
    state = importReducer(state, {
      type: 'edit',
      edits: [{ number: 2, field: 'dateOfBirth', text: '2010-03-14' }],
    });
    state = importReducer(state, { type: 'back', to: 'columns' });
    state = importReducer(state, { type: 'column', index: 1, field: null });
    state = importReducer(state, { type: 'columnsDone' });
    expect(state.rows[0]?.student.dateOfBirth).toBe('2010-03-14');
  });

  it('skips a row that is the same as an earlier one, until it is selected', () => {
    let state = openedImport(file(row('Ann'), row('Bo'), row('Ann')));
    expect(selected(state)).toEqual(['Ann', 'Bo']);
    expect(countSentence(countImport(state))).toBe('2 students ready, 1 skipped (1 repeats an earlier row)');
    state = importReducer(state, { type: 'select', number: 4, isSelected: true });
    expect(selected(state)).toEqual(['Ann', 'Bo', 'Ann']);
    state = importReducer(state, { type: 'back', to: 'columns' });
    expect(selected(importReducer(state, { type: 'columnsDone' }))).toEqual(['Ann', 'Bo', 'Ann']);
    expect(selected(importReducer(state, { type: 'selectFirst', count: 3 }))).toEqual(['Ann', 'Bo']);
  });

  it('recognizes a student who is in the file twice', () => {
    const { rows } = openedImport(file(row('Ann'), row('Bo'), row('ann'), row('Ann', '12/31/2009')));
    expect([...repeatedRows(rows)].map(([repeated, earlier]) => [repeated.line.number, earlier])).toEqual([
      [4, 2],
    ]);
  });
});

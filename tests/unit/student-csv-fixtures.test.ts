import { describe, expect, it } from 'vitest';
import { importReducer, type ImportState } from '#app/components/designate/import/import-state.ts';
import { emptyForms, importFixture, openedImport, previewed, studentsOf } from '#tests/support/csv-import.ts';

const open = async (name: string) => openedImport(await importFixture(name));
const names = (state: ImportState) => studentsOf(state).map(({ first, last }) => `${first} ${last}`);
const days = (state: ImportState) => studentsOf(state).map(({ dateOfBirth }) => dateOfBirth);

describe('files as schools have them', () => {
  it.each([
    ['windows-1252.csv', ['José Núñez', 'Zoë O’Hara']],
    ['utf-16le.txt', ['José Núñez', 'Ŋuniq Lee']],
    ['semicolons.csv', ['Ann Lee, Jr.', 'Bo Kim']],
    ['pasted-cells.txt', ['Ann Lee', '"Buddy" Bo Kim']],
    ['formulas.csv', ['=HYPERLINK(1) -Lee', "'Okina ''Lee"]],
  ])('%s is read without a question', async (name, expected) => {
    const state = await open(name);
    expect(state.stage).toBe('preview');
    expect(names(state)).toEqual(expected);
    expect(state.rows.every(({ isReady }) => isReady)).toBe(true);
  });

  it('formulas.csv gives cells back as they were', async () => {
    const [student] = studentsOf(await open('formulas.csv'));
    expect(student?.address).toMatchObject({ address1: "'=1 Spruce St", address2: '@home' });
    expect(student?.phone).toBe('(907) 555-0101');
  });

  it('pasted-cells.txt keeps a cell of two lines together', async () => {
    expect(studentsOf(await open('pasted-cells.txt'))[0]?.address.address1).toBe('1 Spruce St Rear');
  });

  it('title-lines.csv has its header in the fourth row, and a total in the last, which is no student', async () => {
    const state = await open('title-lines.csv');
    expect(state.stage).toBe('preview');
    expect(state.rows.map(({ line }) => line.number)).toEqual([5, 6]);
    expect(names(state)).toEqual(['Ann Lee', 'Bo Kim']);
    expect(state.rows.map(({ isReady }) => isReady)).toEqual([true, true]);
  });

  it('renamed-headers.csv needs a question, with suggestions', async () => {
    const state = await open('renamed-headers.csv');
    expect(state.stage).toBe('columns');
    expect(state.columns.map(({ header, field }) => [header, field])).toEqual([
      ['Student ID', null],
      ['Given Name', 'first'],
      ['Surname', 'last'],
      ['DOB (dd/mm/yyyy)', 'dateOfBirth'],
      ['Street', 'address1'],
      ['Town', 'city'],
      ['ZIP', 'zip5'],
      ['Cell', 'phone'],
      ['E-mail', 'email'],
      ['Homeroom', null],
    ]);
    const preview = importReducer(state, { type: 'columnsDone' });
    expect([preview.stage, days(preview)]).toEqual(['preview', ['2010-04-03', '2009-12-31']]);
  });

  it('no-header.csv needs a question, with columns guessed from their contents', async () => {
    const state = await open('no-header.csv');
    expect(state).toMatchObject({ stage: 'columns', headerAt: null });
    expect(state.columns.map(({ field }) => field)).toEqual(['first', 'last', 'dateOfBirth', 'email']);
  });

  it('twelve-rows.csv has three more rows than nine forms', async () => {
    const state = openedImport(await importFixture('twelve-rows.csv'), { forms: emptyForms(9) });
    expect(names(state).length).toBe(12);
  });

  it('bad-dates.csv is read as far as possible', async () => {
    const state = await open('bad-dates.csv');
    expect(days(state)).toEqual(['', '', '2009-12-31', '1999-01-01', '']);
    expect(state.rows.map(({ remarks }) => remarks.dateOfBirth)).toEqual([
      { error: "“02/30/2010” isn't a date in the format mm/dd/yyyy.", isUnread: true },
      { error: "“soon” isn't a date in the format mm/dd/yyyy.", isUnread: true },
      undefined,
      { warning: 'Warning: age is more than 19 years old' },
      { error: 'Date of birth is required.' },
    ]);
  });

  it('mixed-dates.csv asks for the order of its dates, and uses only the answer', async () => {
    const file = await importFixture('mixed-dates.csv');
    const { stage, question } = openedImport(file);
    expect([stage, question?.orders?.map(({ order }) => order), question?.serials?.length]).toEqual([
      'dates',
      ['mdy', 'dmy'],
      2,
    ]);
    expect(days(previewed(file))).toEqual(['2010-03-04', '2009-12-31', '', '2010-02-03', '', '2010-03-04']);
    expect(days(previewed(file, { dates: { order: 'dmy', serials: '1900' } }))).toEqual([
      '2010-04-03',
      '',
      '2009-12-31',
      '2010-02-03',
      '2010-03-04',
      '2010-03-04',
    ]);
  });
});

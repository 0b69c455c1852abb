import { describe, expect, it } from 'vitest';
import { importReducer } from '#app/components/designate/import/import-state.ts';
import { columnsToRemember, type RememberedColumns } from '#app/students/csv/student-csv-mapping.ts';
import { openedImport, previewed, studentsOf } from '#tests/support/csv-import.ts';

describe('columns without a header', () => {
  it.each([
    ['Ann,M,Lee,3/14/2010', 'first middle last dateOfBirth'],
    ['Ann,Marie,Lee,3/14/2010', 'first middle last dateOfBirth'],
    ['1,Ann Lee,3/14/2010,F,11', 'null fullName dateOfBirth null null'],
    ['Ann Lee,3/14/2010,ann@s.example.org,Juneau', 'fullName dateOfBirth email null'],
    ['Ann,Lee,F,3/14/2010', 'first last null dateOfBirth'],
  ])('are names only where names are: %s', (row, expected) => {
    const { columns } = openedImport([row, row].join('\n'));
    expect(columns.map(({ field }) => String(field)).join(' ')).toBe(expected);
  });

  it('are guessed despite one bad value in eight', () => {
    for (const bad of [0, 4]) {
      const rows = Array.from(
        { length: 8 },
        (_, at) => `Ann,Lee,3/14/2010,${at === bad ? '555-0101' : '907-555-0101'},a${at}@s.example.org`,
      );
      const { columns } = openedImport(rows.join('\n'));
      expect(columns.map(({ field }) => field).join(' ')).toBe('first last dateOfBirth phone email');
    }
  });

  it('are guessed from their contents', () => {
    const rows = [
      '"Lee, Ann",3/14/2010,1 Spruce St,Apt 2,Juneau,AK,99801,907-555-0123,ann@s.example.org,pa@p.example.org,Yes',
      '"Kim, Bo",12/31/2009,PO Box 7,,Haines,Alaska,99827-0007,(907) 555-0124,bo@s.example.org,ma@p.example.org,No',
    ];
    const { columns, headerAt } = openedImport(rows.join('\n'));
    expect(headerAt).toBeNull();
    expect(columns.map(({ field }) => field).join(' ')).toBe(
      'fullName dateOfBirth address1 address2 city state zip5 phone email parentEmail twin',
    );
  });

  it('are not guessed from a few cells, or from numbers that could be anything', () => {
    const rows = ['Ann,11,12b,ann@s.example.org', 'Bo,11,12b,none', 'Cy,10,13c,none'];
    const { columns } = openedImport(rows.join('\n'));
    expect(columns.map(({ field }) => field)).toEqual([null, null, null, null]);
  });
});

describe('the header line', () => {
  const at = (file: string, remembered: RememberedColumns = {}) =>
    openedImport(file, { remembered }).headerAt;

  it('is found below titles and blank lines', () => {
    expect(at('Top ten percent 2026,,\n\nFor the office\nFirst name,Last name,City\nAnn,Lee,Juneau')).toBe(2);
    expect(
      previewed('Top ten percent\n\nFirst name,Last name\nAnn,Lee').rows.map(({ line }) => line.number),
    ).toEqual([4]);
  });

  it("is missing if the first full line has a student's data, which needs a question", () => {
    const state = openedImport('Ann,Lee,2010-03-04\nBo,Kim,2009-12-31');
    expect([state.stage, state.headerAt]).toEqual(['columns', null]);
    const without = importReducer(state, { type: 'header', at: null });
    expect(without.columns.map(({ header, samples }) => [header, samples[0]])).toEqual([
      ['', 'Ann'],
      ['', 'Lee'],
      ['', '2010-03-04'],
    ]);
    const done = ['first', 'last', 'dateOfBirth'] as const;
    const chosen = done.reduce(
      (before, field, index) => importReducer(before, { type: 'column', index, field }),
      without,
    );
    const preview = importReducer(chosen, { type: 'columnsDone' });
    expect(studentsOf(preview).map(({ first, last }) => `${first} ${last}`)).toEqual(['Ann Lee', 'Bo Kim']);
    expect(columnsToRemember(preview.columns)).toEqual({});
  });

  it.each([
    ['with a date', 'Ann,Lee,2010-03-04', 'Bo,Kim,2009-12-31'],
    ['with a written date', 'Town,Ann,Lee,"March 4, 2010"', 'Town,Bo,Kim,"May 5, 2010"'],
    ['with a date in eight digits', 'City,Ann,Lee,20100304', 'City,Bo,Kim,20091231'],
    ['with a ZIP code', 'Ann,Lee,Juneau,City,99801', 'Bo,Kim,Juneau,City,99801'],
    ['with a ZIP+4', 'Ann,Lee,Juneau,City,99801-0001', 'Bo,Kim,Juneau,City,99801-0002'],
    ['with names only', 'Ann,Lee,12b', 'Bo,Kim,12b'],
    ["with Michigan's code, which is also a usual header", 'Ann,Lee,12b,MI', 'Bo,Kim,12c,MI'],
    ['with a word that is also a known header', 'Ann,Lee,12b,Twin', 'Bo,Kim,12c,'],
  ])("that is a student's row %s isn't remembered, even if the user chooses it", (_title, ...students) => {
    const chosen = importReducer(openedImport(students.join('\n')), { type: 'header', at: 0 });
    expect(chosen.columns.map(({ key }) => key)).toContain('ann');
    expect(columnsToRemember(chosen.columns)).toEqual({});
  });

  it('with two known or usual headers is remembered, except for headers that look like data', () => {
    const rememberedOf = (header: string) =>
      columnsToRemember(openedImport(`${header}\n${header.replace(/[^,]+/g, 'x')}`).columns);
    expect(rememberedOf('Last name,City,Vorname,GPA 2026-2027')).toEqual({ vorname: 'LEFT_OUT' });
    expect(rememberedOf('Surname,DOB,Homeroom')).toEqual({
      ...{ surname: 'last', dob: 'dateOfBirth', homeroom: 'LEFT_OUT' },
    });
    expect(rememberedOf('Surname,Vorname')).toEqual({});
  });

  it('with unknown headers needs a question, unless it is remembered', () => {
    expect(at('Vorname,Nachname\nAnn,Lee')).toBe('unknown');
    expect(at('Vorname,Nachname\nAnn,Lee', { vorname: 'first', nachname: 'last' })).toBe(0);
  });

  it("isn't a student whose name looks like a header", () => {
    expect(at('Ann,Lee,907-555-0101\nMi,Born,907-555-0102')).toBeNull();
  });
});

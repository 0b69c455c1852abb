import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATE_ORDERS } from '#app/students/csv/student-csv-date-orders.ts';
import { dateReadingOf, dayOfCell } from '#app/students/csv/student-csv-dates.ts';

const TODAY = '2026-11-21';
const USUAL = { order: 'mdy', serials: null } as const;
const SPECIFIED = 'Date of birth (mm/dd/yyyy)';

const ask = (header: string, cells: readonly string[]) => dateReadingOf(header, cells, TODAY);

describe('a date', () => {
  it.each([
    ['3/4/2010', '2010-03-04'],
    ['03/04/2010', '2010-03-04'],
    ['3-4-2010', '2010-03-04'],
    ['3. 4. 2010', '2010-03-04'],
    ['3/4/10', '2010-03-04'],
    ['3/4/26', '2026-03-04'],
    ['3/4/27', '1927-03-04'],
    ['03042010', '2010-03-04'],
    ['2010-03-04', '2010-03-04'],
    ['2010/3/4', '2010-03-04'],
    ['2010-03-04T00:00:00', '2010-03-04'],
    ['3/4/2010 0:00', '2010-03-04'],
    ['3/4/2010 12:00:00 AM', '2010-03-04'],
    ['3/4/2010 7:30', null],
    ['4 March 2010', '2010-03-04'],
    ['4-Mar-10', '2010-03-04'],
    ['March 4, 2010', '2010-03-04'],
    ['Thursday, March 4, 2010', '2010-03-04'],
    ['Sept. 4th, 2010', '2010-09-04'],
    ['Smarch 4, 2010', null],
    ['30 February 2010', null],
    ['2/29/2008', '2008-02-29'],
    ['2/29/2010', null],
    ['13/1/2010', null],
    ['3/4/210', null],
    ['3/4/0010', null],
    ['40241', null],
    ['soon', null],
  ])('month first: %s is %s', (cell, day) => {
    expect(dayOfCell(cell, USUAL, TODAY)).toBe(day);
  });

  it('is read in the chosen order', () => {
    const read = (cell: string, order: (typeof DATE_ORDERS)[number]) =>
      dayOfCell(cell, { order, serials: null }, TODAY);
    expect(DATE_ORDERS.map((order) => read('03/04/09', order))).toEqual([
      '2009-03-04',
      '2009-04-03',
      '2003-04-09',
    ]);
    expect(DATE_ORDERS.map((order) => read('20100304', order))).toEqual([null, null, '2010-03-04']);
    expect(DATE_ORDERS.map((order) => read('2010-03-04', order))).toEqual(Array(3).fill('2010-03-04'));
  });

  it('may be a number of days, counted from the chosen start', () => {
    expect(dayOfCell('40241', { order: 'mdy', serials: '1900' }, TODAY)).toBe('2010-03-04');
    expect(dayOfCell('38779', { order: 'mdy', serials: '1904' }, TODAY)).toBe('2010-03-04');
    expect(dayOfCell('99801', { order: 'mdy', serials: '1900' }, TODAY)).toBeNull();
  });
});

describe('the dates of a file', () => {
  it.each([
    ['whose header says mm/dd/yyyy', SPECIFIED, ['03/04/2010', '05/06/2009'], 'mdy'],
    ['whose header says dd.mm.yyyy', 'Born (dd.mm.yyyy)', ['03.04.2010'], 'dmy'],
    ['of which one is only a day month first', 'Date of birth', ['03/04/2010', '12/31/2009'], 'mdy'],
    ['that are the same both ways', 'Date of birth', ['04/04/2010'], 'mdy'],
    ['with the year first', 'Date of birth', ['2010-03-04', '2009/12/31'], 'mdy'],
    ['with words and nonsense', 'Date of birth', ['4 March 2010', 'soon', '99/99/2010', ''], 'mdy'],
    ['that are none', 'Date of birth', [], 'mdy'],
  ] as const)('%s need no question', (_kind, header, cells, order) => {
    expect(ask(header, cells)).toEqual({ reading: { order, serials: null }, question: null });
  });

  it.each([
    ['that fit both orders', 'Date of birth', ['03/04/2010']],
    ['that only fit day first', 'Date of birth', ['31/12/2009', '03/04/2010']],
    ['of both orders', 'Date of birth', ['31/12/2009', '12/31/2009']],
    ['against their header', SPECIFIED, ['31/12/2009', '03/04/2010']],
    ['with other separators than their header', SPECIFIED, ['03.04.2010']],
    ['with two digits of a year', 'Date of birth', ['03/04/09']],
    ['without separators', SPECIFIED, ['03042010']],
  ])('%s need a question', (_kind, header, cells) => {
    expect(ask(header, cells).question?.orders?.length).toBeGreaterThan(1);
  });

  it('are shown with what they would be, and what could not be read', () => {
    const { question } = ask('Date of birth', ['31/12/2009', '03/04/2010', '03/04/2010', '12/30/2009']);
    expect(question).toEqual({
      likeliest: null,
      serials: null,
      orders: [
        {
          order: 'mdy',
          examples: [
            { text: '03/04/2010', day: '2010-03-04' },
            { text: '12/30/2009', day: '2009-12-30' },
          ],
          unread: ['31/12/2009'],
        },
        {
          order: 'dmy',
          examples: [
            { text: '03/04/2010', day: '2010-04-03' },
            { text: '31/12/2009', day: '2009-12-31' },
          ],
          unread: ['12/30/2009'],
        },
      ],
    });
  });

  it('are proposed month first if the header says so', () => {
    const cells = ['31/12/2009', '03/04/2010'];
    expect(ask('DOB (mm/dd/yyyy)', cells).question?.likeliest).toBe('mdy');
    expect(ask('DOB (dd/mm/yyyy)', [...cells, '12/31/2009']).question?.likeliest).toBeNull();
  });

  it('that are numbers need a separate question', () => {
    expect(ask(SPECIFIED, ['40241', '03/04/2010']).question).toEqual({
      orders: null,
      likeliest: 'mdy',
      serials: [
        { base: '1900', examples: [{ text: '40241', day: '2010-03-04' }] },
        { base: '1904', examples: [{ text: '40241', day: '2014-03-05' }] },
      ],
    });
  });

  it('are never read in a guessed order if another is possible', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2020-12-31'), noInvalidDate: true });
    const written = fc.tuple(day, fc.constantFrom('mdy', 'dmy')).map(([date, order]) => {
      const [y, m, d] = date.toISOString().slice(0, 10).split('-');
      return order === 'mdy' ? `${m}/${d}/${y}` : `${d}/${m}/${y}`;
    });
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 6 }), (cells) => {
        const { question } = ask('Date of birth', cells);
        if (question !== null) return;
        const read = (order: 'mdy' | 'dmy') =>
          cells.map((cell) => dayOfCell(cell, { order, serials: null }, TODAY));
        const dayFirst = read('dmy');
        expect(read('mdy')).not.toContain(null);
        expect(dayFirst.includes(null) || dayFirst.join() === read('mdy').join()).toBe(true);
      }),
    );
  });
});

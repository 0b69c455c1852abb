import { describe, expect, it } from 'vitest';
import { postedList, postedStudents } from '#app/server/posted-students.server.ts';
import { HttpError } from '#app/server/http-errors.ts';

describe('a posted list of students', () => {
  it.each([
    ['missing, as in an undo without the earlier list', null],
    ['not JSON', 'Ann'],
    ['not a list of students', '[{}]'],
  ])('is refused if it is %s', (_what, text) => {
    expect(() => postedList(text)).toThrow(HttpError);
  });

  it('may consist of fields only', () => {
    const form = new FormData();
    expect(postedStudents(form)).toEqual([]);
    form.set('students[1].first', 'Bo');
    expect(postedStudents(form)).toMatchObject([{ first: '' }, { first: 'Bo' }]);
  });
});

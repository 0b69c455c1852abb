import { describe, expect, it } from 'vitest';
import { DESIGNATION_FILTERS } from '#app/schemas/designation-filters.ts';
import { HIGH_SCHOOL_FIELD_LIST } from '#app/schemas/high-school-fields.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import { USER_FIELD_LIST } from '#app/schemas/user-fields.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';
import { QUERY_DESCRIPTIONS } from '#app/server/openapi/parameters.ts';

describe('the descriptions of query parameters', () => {
  it('include every filter of every field table', () => {
    const filters = [
      ...Object.keys(DESIGNATION_FILTERS),
      ...Object.keys(HighSchoolFilterSchema.shape),
      ...Object.keys(UserFilterSchema.shape),
    ];
    expect(filters.filter((name) => QUERY_DESCRIPTIONS[name] === undefined)).toEqual([]);
  });

  it('use the labels of the field tables', () => {
    const texts = [...HIGH_SCHOOL_FIELD_LIST, ...USER_FIELD_LIST].filter(([name, { filter }]) => {
      return filter === 'text' && name !== 'email';
    });
    expect(texts.map(([name]) => QUERY_DESCRIPTIONS[name])).toEqual(
      texts.map(([, { label }]) => `Part of the ${label.toLowerCase()}.`),
    );
    expect(QUERY_DESCRIPTIONS).toMatchObject({
      fax: 'Part of the fax number.',
      flags: 'Any of these flags.',
    });
  });

  it('include no field that filters no list', () => {
    const others = HIGH_SCHOOL_FIELD_LIST.filter(([, { filter }]) => filter === undefined);
    expect(others.filter(([name]) => QUERY_DESCRIPTIONS[name] !== undefined)).toEqual([]);
  });
});

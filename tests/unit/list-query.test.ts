import { describe, expect, it } from 'vitest';
import { listQuery } from '#app/components/listing/list-query.ts';
import { labelOrValue } from '#app/lib/records.ts';

describe('listQuery', () => {
  const list = listQuery<'name' | 'year'>({
    path: '/rows',
    sorts: { name: 'Name', year: 'Year' },
    largestFirst: ['year'],
    paging: ['page'],
  });

  it.each(['__proto__', 'toString', 'size', ''])(
    'uses the default order for the unknown order "%s"',
    (sort) => {
      const search = new URLSearchParams({ sort });
      expect(list.sortOf(search)).toBe('name');
      expect(list.sorts).toHaveProperty(list.sortOf(search), 'Name');
    },
  );

  it('uses a known order', () => {
    expect(list.sortOf(new URLSearchParams('sort=year'))).toBe('year');
  });
});

describe('labelOrValue', () => {
  it.each(['__proto__', 'toString', 'constructor'])('returns %s as a value without a label', (value) => {
    expect(labelOrValue({ PENDING: 'Pending' }, value)).toBe(value);
  });

  it('returns the label of a value', () => {
    expect(labelOrValue({ PENDING: 'Pending' }, 'PENDING')).toBe('Pending');
  });
});

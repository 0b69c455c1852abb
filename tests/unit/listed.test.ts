import { expect, it } from 'vitest';
import { alternatives, listed } from '#app/lib/text/listed.ts';

it('a list names all items, or the first ones and how many more there are', () => {
  const names = ['Ann', 'Bo', 'Cy'];
  expect([listed(names), listed(names, 3), listed(['Ann'])]).toEqual([
    'Ann, Bo, and Cy',
    'Ann, Bo, and Cy',
    'Ann',
  ]);
  expect([listed(names, 2), listed(names, 1)]).toEqual(['Ann, Bo, and 1 more', 'Ann and 2 more']);
});

it('alternatives are joined with "or"', () => {
  expect([alternatives(['Ann', 'Bo', 'Cy']), alternatives(['Ann', 'Bo']), alternatives(['Ann'])]).toEqual([
    'Ann, Bo, or Cy',
    'Ann or Bo',
    'Ann',
  ]);
});

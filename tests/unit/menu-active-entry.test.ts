import { describe, expect, it } from 'vitest';
import {
  currentMenuPath,
  groupContains,
  type MenuEntry,
  type MenuGroup,
} from '#app/components/ui/menu-location.ts';

const past: MenuGroup = {
  label: 'Past designations',
  items: [{ label: '2025', items: [{ label: 'Aurora High School', to: '/designations/7' }] }],
};
const administration: MenuGroup = {
  label: 'Administration',
  items: [
    { label: 'Designations', to: '/designations/' },
    { label: 'Users', to: '/users' },
  ],
};
const menu: MenuEntry[] = [
  { label: 'Dashboard', to: '/' },
  { label: 'Handbook', to: 'https://handbook.example', external: true },
  past,
  administration,
];

describe('currentMenuPath', () => {
  it.each([
    ['/', '/'],
    ['/designations', '/designations/'],
    ['/designations/', '/designations/'],
    ['/designations/8', '/designations/'],
    ['/designations/7', '/designations/7'],
    ['/designations/7/edit/students', '/designations/7'],
    ['/users/1', '/users'],
    ['/usersx', undefined],
    ['/about', undefined],
  ])('%s is shown at %s', (page, entry) => {
    expect(currentMenuPath(menu, page)).toBe(entry);
  });
});

describe('groupContains', () => {
  it('finds a path at any depth', () => {
    expect(groupContains(past, '/designations/7')).toBe(true);
    expect(groupContains(administration, '/designations/7')).toBe(false);
    expect(groupContains(past, undefined)).toBe(false);
  });
});

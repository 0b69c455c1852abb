import { describe, expect, it } from 'vitest';
import { menuEntries } from '#app/components/site/menu-entries.ts';

const nothing = { isAdmin: false, hasNoSchools: false, programLinks: [], pastDesignations: [] };
const YEAR_ID = '11111111-1111-4111-8111-111111111111';

const pastOf = (total: number) =>
  menuEntries({
    ...nothing,
    pastDesignations: [
      { id: YEAR_ID, year: 2026, designations: [{ id: 'd1', highSchoolName: 'Aurora High School' }], total },
    ],
  }).find(({ label }) => label === 'Past designations');

describe("the menu's past designations", () => {
  const named = { label: 'Aurora High School', to: '/designations/d1' };

  it('list every school of a year that fits', () => {
    expect(pastOf(1)).toEqual({ label: 'Past designations', items: [{ label: '2026', items: [named] }] });
  });

  it("link to the year's list if it has more", () => {
    expect(pastOf(200)).toEqual({
      label: 'Past designations',
      items: [
        {
          label: '2026',
          items: [named, { label: 'All 200 for 2026', to: `/designations?academicYearId=${YEAR_ID}` }],
        },
      ],
    });
  });

  it('are omitted if there are none', () => {
    expect(menuEntries(nothing).map(({ label }) => label)).toEqual([
      'Dashboard',
      'School Management',
      'Account Settings',
      'About',
      'Logout',
    ]);
  });
});

it("the menu shows School Management to administrators only if they are on a school's staff", () => {
  const labels = (hasNoSchools: boolean) =>
    menuEntries({ ...nothing, isAdmin: true, hasNoSchools }).map(({ label }) => label);
  expect(labels(false)).toContain('School Management');
  expect(labels(true)).not.toContain('School Management');
  expect(menuEntries({ ...nothing, hasNoSchools: true }).map(({ label }) => label)).toContain(
    'School Management',
  );
});

it('the menu has a separate group for administrators', () => {
  const administration = menuEntries({ ...nothing, isAdmin: true }).find(
    ({ label }) => label === 'Administration',
  );
  expect(administration).toEqual({
    label: 'Administration',
    defaultOpen: true,
    items: [
      { label: 'Academic Years', to: '/years' },
      { label: 'Designations', to: '/designations' },
      { label: 'Emails', to: '/emails' },
      { label: 'Pending Invites', to: '/invites' },
      { label: 'Schools', to: '/highschools' },
      { label: 'Users', to: '/users' },
    ],
  });
});

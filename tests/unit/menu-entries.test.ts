import { describe, expect, it } from 'vitest';
import { menuEntries } from '#app/components/site/menu-entries.ts';

const nothing = { isAdmin: false, counts: null, programLinks: [], pastDesignations: [] };
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
    expect(pastOf(3200)).toEqual({
      label: 'Past designations',
      items: [
        {
          label: '2026',
          items: [named, { label: 'All 3,200 for 2026', to: `/designations?academicYearId=${YEAR_ID}` }],
        },
      ],
    });
  });

  it('are omitted if there are none', () => {
    expect(menuEntries(nothing).map(({ label }) => label)).toEqual([
      'Dashboard',
      'School Management',
      'Account Settings',
      'Logout',
    ]);
  });
});

it("the menu has the specification's entries in its order", () => {
  const entries = menuEntries({
    isAdmin: true,
    counts: null,
    programLinks: [{ label: 'Program home', url: 'https://program.example' }],
    pastDesignations: [{ id: YEAR_ID, year: 2026, designations: [], total: 0 }],
  });
  expect(entries.map(({ label }) => label)).toEqual([
    'Dashboard',
    'Program home',
    'Past designations',
    'School Management',
    'Account Settings',
    'Administration',
    'Logout',
  ]);
});

describe("the menu's group for administrators", () => {
  const administration = (counts: { toReview: number; emailsToApprove: number } | null) =>
    menuEntries({ ...nothing, isAdmin: true, counts }).find(({ label }) => label === 'Administration');
  const group = {
    label: 'Administration',
    defaultOpen: true,
    items: [
      { label: 'Academic Years', to: '/years' },
      { label: 'Designations', to: '/designations' },
      { label: 'Emails', to: '/emails' },
      { label: 'Pending Invites', to: '/invites' },
      { label: 'Schools', to: '/highschools' },
      { label: 'Users', to: '/users' },
      { label: 'Statistics', to: '/statistics' },
      { label: 'Audit Log', to: '/audit' },
    ],
  };

  it('has no counts while nothing waits', () => {
    expect(administration({ toReview: 0, emailsToApprove: 0 })).toEqual(group);
  });

  it('says how many designations and emails wait, and for what', () => {
    const { items } = group;
    expect(administration({ toReview: 8, emailsToApprove: 1 })).toEqual({
      ...group,
      items: items.map((item) => {
        if (item.label === 'Designations')
          return { ...item, count: { value: 8, meaning: 'waiting for review' } };
        if (item.label === 'Emails') return { ...item, count: { value: 1, meaning: 'waiting for approval' } };
        return item;
      }),
    });
  });
});

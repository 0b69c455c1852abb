import type { MenuCount, MenuEntry, MenuGroup, MenuLink } from '#app/components/ui/menu-location.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import type { OfficeCounts } from '#app/schemas/home-screens.ts';
import type { ShellResponse } from '#app/schemas/screen-responses.ts';

/** The data the menu depends on (specification, section 2, shell and menu). */
export interface MenuData extends Pick<ShellResponse, 'isAdmin' | 'programLinks' | 'pastDesignations'> {
  /** Null for school staff. */
  readonly counts: Pick<OfficeCounts, 'toReview' | 'emailsToApprove'> | null;
}

/** Returns the sidebar's entries in the specification's order, with the screens that it doesn't list last in their group. */
export function menuEntries({ isAdmin, counts, programLinks, pastDesignations }: MenuData): MenuEntry[] {
  return [
    { label: 'Dashboard', to: '/' },
    ...programLinks.map(({ label, url }) => ({ label, to: url, external: true })),
    ...(pastDesignations.length > 0 ? [pastDesignationsGroup(pastDesignations)] : []),
    { label: 'School Management', to: '/manage/' },
    { label: 'Account Settings', to: '/account' },
    ...(isAdmin ? [administrationGroup(counts)] : []),
    { label: 'Logout', to: '/api/logout', reloadDocument: true },
  ];
}

/** Returns the entries of the user's menu besides their account: for administrators, the settings. */
export function userMenuLinks({ isAdmin }: Pick<MenuData, 'isAdmin'>): MenuLink[] {
  return isAdmin ? [{ label: 'Settings', to: '/settings' }] : [];
}

function administrationGroup(counts: MenuData['counts']): MenuGroup {
  return {
    label: 'Administration',
    defaultOpen: true,
    items: [
      { label: 'Academic Years', to: '/years' },
      { label: 'Designations', to: '/designations', ...countOf(counts?.toReview, 'waiting for review') },
      { label: 'Emails', to: '/emails', ...countOf(counts?.emailsToApprove, 'waiting for approval') },
      { label: 'Pending Invites', to: '/invites' },
      { label: 'Schools', to: '/highschools' },
      { label: 'Users', to: '/users' },
      { label: 'Statistics', to: '/statistics' },
      { label: 'Audit Log', to: '/audit' },
    ],
  };
}

/** Returns no count if nothing waits. */
function countOf(value: number | undefined, meaning: string): { count?: MenuCount } {
  return value ? { count: { value, meaning } } : {};
}

function pastDesignationsGroup(years: MenuData['pastDesignations']): MenuGroup {
  return {
    label: 'Past designations',
    items: years.map(({ id: yearId, year, designations, total }) => ({
      label: String(year),
      items: [
        ...designations.map(({ id, highSchoolName }) => ({
          label: highSchoolName,
          to: `/designations/${id}`,
        })),
        ...(total > designations.length
          ? [
              {
                label: `All ${formatNumber(total)} for ${year}`,
                to: `/designations?academicYearId=${yearId}`,
              },
            ]
          : []),
      ],
    })),
  };
}

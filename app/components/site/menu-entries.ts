import type { MenuEntry, MenuGroup } from '#app/components/ui/menu-location.ts';

/** The data the menu depends on (specification, section 2, shell and menu). */
export interface MenuData {
  readonly isAdmin: boolean;
  /** Administrators without schools have nothing to manage. */
  readonly hasNoSchools: boolean;
  readonly programLinks: readonly { readonly label: string; readonly url: string }[];
  /** Newest year first, at most five years. */
  readonly pastDesignations: readonly {
    readonly id: string;
    readonly year: number;
    readonly designations: readonly { readonly id: string; readonly highSchoolName: string }[];
    /** Total number; the menu lists only the first ones. */
    readonly total: number;
  }[];
}

const ADMINISTRATION: MenuGroup['items'] = [
  { label: 'Academic Years', to: '/years' },
  { label: 'Designations', to: '/designations' },
  { label: 'Emails', to: '/emails' },
  { label: 'Pending Invites', to: '/invites' },
  { label: 'Schools', to: '/highschools' },
  { label: 'Users', to: '/users' },
];

/** Returns the sidebar's entries in the specification's order. */
export function menuEntries({
  isAdmin,
  hasNoSchools,
  programLinks,
  pastDesignations,
}: MenuData): MenuEntry[] {
  return [
    { label: 'Dashboard', to: '/' },
    ...programLinks.map(({ label, url }) => ({ label, to: url, external: true })),
    ...(pastDesignations.length > 0 ? [pastDesignationsGroup(pastDesignations)] : []),
    ...(isAdmin && hasNoSchools ? [] : [{ label: 'School Management', to: '/manage/' }]),
    { label: 'Account Settings', to: '/account' },
    ...(isAdmin ? [{ label: 'Administration', defaultOpen: true, items: ADMINISTRATION }] : []),
    { label: 'About', to: '/about' },
    { label: 'Logout', to: '/api/logout', reloadDocument: true },
  ];
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
          ? [{ label: `All ${total} for ${year}`, to: `/designations?academicYearId=${yearId}` }]
          : []),
      ],
    })),
  };
}

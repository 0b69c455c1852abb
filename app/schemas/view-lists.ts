/** Lists that views are saved of, by the path of their screen. */
export const VIEW_LISTS = ['designations', 'highschools', 'users'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export const VIEW_LIST_LABELS: Readonly<Record<ViewList, string>> = {
  designations: 'Designations',
  highschools: 'High schools',
  users: 'Users',
};

export const VIEW_NAME_MAX = 100;
/** Maximum number of views of a person. */
export const VIEWS_MAX = 100;

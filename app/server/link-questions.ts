/** Question to ask before a link from outside our pages does more than show a page. */
export interface LinkQuestion {
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
}

const DOWNLOAD = { title: 'Download this file?', button: 'Download file' } as const;

export interface LinkToConfirm extends LinkQuestion {
  readonly href: string;
}

export const DESIGNATIONS_DOWNLOAD: LinkQuestion = {
  ...DOWNLOAD,
  sentence: 'The download will be recorded, and the designations in it will be marked as downloaded.',
};
export const LIST_DOWNLOAD: LinkQuestion = {
  ...DOWNLOAD,
  sentence: 'The file contains names, email addresses, and phone numbers.',
};
export const FIGURES_DOWNLOAD: LinkQuestion = {
  ...DOWNLOAD,
  sentence: "The file contains only totals, no students' data.",
};
export const COPY_DOWNLOAD: LinkQuestion = {
  title: DOWNLOAD.title,
  sentence: "The file contains students' data. The download will be recorded.",
  button: 'Download PDF',
};
export const LOGOUT: LinkQuestion = {
  title: 'Log out?',
  sentence: "You'll have to sign in again. Unsaved changes will be lost.",
  button: 'Log out',
};

/** What someone is asked who did not come from our own pages, before a link does more than show a page. */
export interface LinkQuestion {
  readonly title: string;
  /** What will happen. */
  readonly sentence: string;
  /** The button that does it. */
  readonly button: string;
}

const DOWNLOAD = { title: 'Download this file?', button: 'Download CSV file' } as const;

/** What the page needs to ask it. */
export interface AskedLink extends LinkQuestion {
  /** The address that was asked for. */
  readonly href: string;
}

export const DESIGNATIONS_DOWNLOAD: LinkQuestion = {
  ...DOWNLOAD,
  sentence: 'The download will be recorded, and its designations will be marked as downloaded.',
};
export const LIST_DOWNLOAD: LinkQuestion = {
  ...DOWNLOAD,
  sentence: 'The file contains names, email addresses and phone numbers.',
};
export const LOGOUT: LinkQuestion = {
  title: 'Log out?',
  sentence: 'You’ll need a new code to sign in again. Unsaved changes will be lost.',
  button: 'Log out',
};

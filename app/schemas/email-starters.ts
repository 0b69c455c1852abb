/** The layouts that a new email template can start with. */
export const STARTERS = ['ANNOUNCEMENT', 'REMINDER', 'NEWS'] as const;
export type Starter = (typeof STARTERS)[number];

export const STARTER_LABELS: Readonly<Record<Starter, string>> = {
  ANNOUNCEMENT: 'Announcement: a heading, text, and a button',
  REMINDER: "Reminder: what's due, and a button",
  NEWS: 'News: several topics with headings',
};

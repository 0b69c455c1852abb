/** Contacts that production requires; the default ones are placeholders. */
export const PRODUCTION_CONTACTS = {
  MAIL_FROM: 'scholars@example.net',
  CONTACT_EMAIL: 'scholars@example.net',
  HANDBOOK_URL: 'https://scholars.example.net/handbook',
  SURVEY_URL: 'https://scholars.example.net/survey',
  PROGRAM_LINKS:
    'Program home=https://scholars.example.net;Program handbook=https://scholars.example.net/handbook',
} as const;

/** Labels of the settings, in the form, the history, and the command line. */
export const OFFICE_SETTING_LABELS = {
  appName: 'Program name',
  contactEmail: 'Contact email',
  handbookUrl: 'Program handbook',
  surveyUrl: 'Survey',
  programLinks: 'Program links',
  termsText: "The office's terms",
  termsVersion: 'Version of the terms',
  accentColor: 'Accent color',
  logo: 'Logo',
} as const;

/** The settings that have a value in the environment. */
export const ENVIRONMENT_SETTINGS = [
  'appName',
  'contactEmail',
  'handbookUrl',
  'surveyUrl',
  'programLinks',
] as const;
export type EnvironmentSetting = (typeof ENVIRONMENT_SETTINGS)[number];

import { ADMINISTRATORS, leadingTo, type ScreenRow } from './screen-outcomes.ts';

const version = ['version', '1'] as const;

export const EMAIL_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /emails': {
    outcomes: leadingTo('→ /emails/:id: Changes saved successfully', ADMINISTRATORS),
    form: () => [['name', 'News of today']],
  },
  'POST /emails oneOff': {
    outcomes: leadingTo('→ /emails/:id', ADMINISTRATORS),
    path: () => '/emails',
    form: () => [['intent', 'oneOff']],
  },
  'POST /emails/:id save': {
    outcomes: leadingTo('→ /emails/:id: Changes saved!', ADMINISTRATORS),
    path: ({ templateId }) => `/emails/${templateId}`,
    form: () => [
      ['intent', 'save'],
      version,
      ['name', 'News of today'],
      ['subject', 'Today'],
      ['body', 'Hello {{firstName}}'],
    ],
  },
  'POST /emails/:id duplicate': {
    outcomes: leadingTo(
      '→ /emails/:id: This is your copy. Change its name and text, then save it.',
      ADMINISTRATORS,
    ),
    path: ({ templateId }) => `/emails/${templateId}`,
    form: () => [['intent', 'duplicate']],
  },
  'POST /emails/:id delete': {
    outcomes: leadingTo('→ /emails: Email successfully deleted', ADMINISTRATORS),
    path: ({ templateId }) => `/emails/${templateId}`,
    form: () => [['intent', 'delete'], version],
  },
  'POST /emails/preview': {
    outcomes: ADMINISTRATORS,
    form: () => [['body', 'Hello {{firstName}}']],
    returnTo: '/emails',
  },
};

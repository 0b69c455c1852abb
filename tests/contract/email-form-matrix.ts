import { ADMINISTRATORS, leadingTo, type ScreenRow } from './screen-answers.ts';

const version = ['version', '1'] as const;

export const EMAIL_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /emails': {
    answers: leadingTo('→ /emails/:id: Changes saved successfully', ADMINISTRATORS),
    form: () => [['name', 'News of today']],
  },
  'POST /emails oneOff': {
    answers: leadingTo('→ /emails/:id', ADMINISTRATORS),
    path: () => '/emails',
    form: () => [['intent', 'oneOff']],
  },
  'POST /emails/:id save': {
    answers: leadingTo('→ /emails/:id: Changes saved!', ADMINISTRATORS),
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
    answers: leadingTo(
      '→ /emails/:id: This is your copy. Change its name and text, then save it.',
      ADMINISTRATORS,
    ),
    path: ({ templateId }) => `/emails/${templateId}`,
    form: () => [['intent', 'duplicate']],
  },
  'POST /emails/:id delete': {
    answers: leadingTo('→ /emails: Email successfully deleted', ADMINISTRATORS),
    path: ({ templateId }) => `/emails/${templateId}`,
    form: () => [['intent', 'delete'], version],
  },
  'POST /emails/preview': {
    answers: ADMINISTRATORS,
    form: () => [['body', 'Hello {{firstName}}']],
    returnTo: '/emails',
  },
};

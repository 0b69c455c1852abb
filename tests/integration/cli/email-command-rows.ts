import type { CommandRow } from './command-row.ts';

const UNKNOWN_DELIVERY: CommandRow = {
  ...{ args: '{unknown}', code: 1, err: /^No delivery has the ID 00000000-0000-4000-8000-000000000000\. / },
  unasked: 1,
};

/** The rows of commands about emails. */
export const EMAIL_ROWS: Readonly<Record<string, CommandRow>> = {
  'emails list': { out: /\r\n/ },
  'emails show': { args: '{template}', out: /./ },
  'emails edit': { args: '{template} --subject Hello', err: /^Would change the subject of / },
  'emails create': {
    args: 'Hello --start-with NEWS',
    ...{ out: /^ID,Name,Subject,/, err: /^Created “Hello”\.\n$/, isOnce: true },
    dry: { out: /,Hello,/, err: /^Would create “Hello”\.\n$/ },
  },
  'emails duplicate': {
    args: '{template}',
    ...{ out: /^ID,Name,Subject,/, err: /^Copied “/, isOnce: true },
    dry: { out: /,Copy of /, err: /^Would copy “/ },
  },
  'emails delete': { args: '{unknown}', code: 1, err: /^No email template has the ID /, unasked: 1 },
  'emails preview': {
    args: '{template} --text',
    out: /./,
    err: /^Shown with sample values: .+\nSubject: /,
  },
  'emails recipients': { args: '--target ADMINS', out: /^Name,Email,/, err: /^2 recipients, 0 skipped/ },
  'emails send': {
    args: '{template} --target ADMINS',
    err: /^Would send “.+” to Administrators: 2 people\.\n$/,
  },
  'emails retry': UNKNOWN_DELIVERY,
  'emails approve': UNKNOWN_DELIVERY,
  'emails pause': UNKNOWN_DELIVERY,
  'emails resume': UNKNOWN_DELIVERY,
  'emails cancel': UNKNOWN_DELIVERY,
  'automatic-emails list': { out: /^Kind,Email,On,Text,Subject,Updated\r\n/ },
  'automatic-emails show': { args: 'DUE_SOON', out: /^Kind,Email,[^]+,Body\r\nDUE_SOON,/ },
  'automatic-emails edit': {
    args: 'DUE_SOON --off',
    ...{ out: /\r\nDUE_SOON,Due soon \(reminder\),No,/, err: /^Nothing has changed yet\.\n$/ },
  },
  'automatic-emails reset': {
    args: 'DUE_SOON',
    ...{ code: 3, err: / already has its standard text\.\n$/, unasked: 3 },
  },
  'reminders list': { out: /^Days before,Date for most schools,/ },
  'reminders add': {
    args: '--days 33 --states STARTED',
    err: /^The reminder has been added\.\n$/,
    ...{ dry: { err: /^Would add a reminder / }, isOnce: true },
  },
  'reminders edit': { args: '{unknown} --days 3', code: 1, err: /^The active year has no /, unasked: 1 },
  'reminders remove': { args: '{unknown}', code: 1, err: /^The active year has no /, unasked: 1 },
  'bounces list': { out: /^Address,Reason,Reported by,When\r\n/ },
  'bounces clear': {
    args: 'nobody@example.org',
    ...{ code: 3, err: /^nobody@example\.org can already receive email\.\n$/, unasked: 3 },
  },
  'emails deliveries': { out: /./ },
  'emails bounce': {
    args: 'gone@example.org',
    err: /\nWe won't email gone@example\.org, except for sign-in codes, until an administrator clears it\.\n$/,
    dry: { err: /\nWould record gone@example\.org as bounced\.\n$/ },
    isOnce: true,
  },
};

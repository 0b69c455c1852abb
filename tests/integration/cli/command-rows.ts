import { MIGRATION_NAMES } from '#db/migrations/known-migrations.ts';

/** Names that rows use in braces. */
export type Named = Readonly<
  Record<
    'pending' | 'student' | 'school' | 'inactive' | 'user' | 'invited' | 'template' | 'unknown' | 'nowhere',
    string
  >
>;

/** How to call one command on the demo data, and the expected result. */
export interface CommandRow {
  /** The arguments after the command's name, separated by spaces. `{pending}` is a name of `Named`. */
  readonly args?: string;
  /** The exit code, 0 by default. For a command that asks for confirmation, that of its dry run. */
  readonly code?: number;
  /** No output by default. */
  readonly out?: RegExp;
  readonly err?: RegExp;
  /** Settings in addition to the database URL. */
  readonly env?: Readonly<Record<string, string>>;
  /** The exit code of a command that continues when standard output is closed. 0 by default. */
  readonly unread?: number;
  /** The command adds a record without confirmation, so it can't be called twice. */
  readonly isOnce?: boolean;
  /** The result of `--dry-run` for a command without confirmation, if it differs from the command's own result. */
  readonly dry?: { readonly code?: number; readonly out?: RegExp; readonly err?: RegExp };
  /** The exit code of a command that needs confirmation without a terminal. 2 (usage error) by default. */
  readonly unasked?: number;
}

const UNSET = /^Some settings are missing or invalid:\n( {2}- .+\n)+$/;

/** A CSV download: a byte order mark, the headers, and at least one row. */
const FILE = /^\ufeff.+\r\n.+\r\n/;

/** Hides PostgreSQL's programs, even if the machine has them. */
const NO_PROGRAMS = { PG_BIN: '/nowhere' };

/** A database that doesn't exist. */
const AWAY = { DATABASE_URL: 'postgresql://laurel@127.0.0.1:1/laurel' };

/** A row for every command. New commands need a row here. */
export const ROWS: Readonly<Record<string, CommandRow>> = {
  serve: { code: 1, err: UNSET, env: { NODE_ENV: 'production' } },
  worker: { code: 1, err: UNSET, env: { NODE_ENV: 'production' } },
  demo: { code: 1, err: UNSET, env: { PORT: 'none' } },
  doctor: { code: 1, out: /^Check,State,Message\r\n[^]+\r\ndatabase,failed,/, env: AWAY, unread: 1 },
  completion: { args: 'bash', out: /^# Bash completion for laurel/ },
  dev: { code: 1, err: UNSET, env: { PORT: 'none' } },

  help: { args: 'db backup', out: /^Usage: laurel db backup / },

  'db migrate': {
    ...{ err: /^The database is already up to date\.\n$/, dry: { err: /^The database is up to date\.\n$/ } },
  },
  'db status': { err: /^The database is up to date\.\n$/ },
  'db seed': { code: 3, err: /^The demo data is already there\. Nothing was changed\.\n$/ },
  'db rollback': {
    ...{ args: `--to ${MIGRATION_NAMES.at(-1)}`, code: 3, unasked: 3 },
    err: /^Migration\w+ is already the latest migration\. Nothing was changed\.\n$/,
  },
  'db verify': { args: '{nowhere}/laurel.dump', code: 1, err: /pg_restore/, env: NO_PROGRAMS },
  'db backup': { args: '{nowhere}/laurel.dump', code: 1, err: /pg_dump/, env: NO_PROGRAMS },
  'db restore': {
    ...{ args: '{nowhere}/laurel.dump', code: 1, err: /pg_restore/, env: NO_PROGRAMS },
    unasked: 1,
  },

  // `years add` may run at the same time.
  'years list': { out: /^Year,Status,.+\r\n(?:2031,.+\r\n)?2026,Active,/ },
  'years add': {
    args: '2031',
    isOnce: true,
    err: /^Added the 2031 academic year\. /,
    dry: { err: /^Would add the 2031 academic year\.\n$/ },
  },
  'years activate': { args: '2025', err: /^Would / },
  'years rollover': { args: '2027', err: /^The 2027 academic year [^]+Nothing has changed yet\.\n$/ },
  'years dates': {
    args: '2031 --due 2031-12-01',
    code: 1,
    err: /^There's no academic year 2031\. /,
    unasked: 1,
  },

  'years deactivate': { args: '2026', err: /^Would deactivate 2026\. Schools / },
  'years delete': { args: '2026', code: 1, err: /^The 2026 academic year is active\. /, unasked: 1 },
  'years undo': { code: 3, err: /^There's no rollover to undo\. /, unasked: 3 },
  'years extensions': { args: '2026', out: /^School,Due,Reason,Granted by\r\n/ },
  'years extend': {
    args: '2026 {school} --until 2999-12-15 --reason Snow',
    out: /^School,Due,Reason,Granted by\r\n/,
    err: /^Would grant .+ an extension for 2026 until Dec 15, 2999, 11:59 PM AKST/,
  },
  'years revoke-extension': {
    args: '2026 {inactive}',
    ...{ code: 3, err: / has no extension for 2026\.\n$/, unasked: 3 },
  },

  'designations list': { args: '--status PENDING --limit 2', out: /^School,.+\r\n.+,Pending,/ },
  'designations duplicates': { out: /^School,Status,Other school,Other status,Students,/ },
  'designations show': { args: '{pending}', out: /^Id,School,.+\r\n/ },
  'designations approve': {
    args: '{pending}',
    out: /^School,.+\r\n.+,Pending,/,
    err: /will be approved\.\n {2}.+ \d{4}\.\n/,
  },
  'designations return': {
    args: '{pending} --reason ADDRESS --note Zipcodes',
    out: /^School,.+\r\n.+,Pending,/,
    err: /will be returned for correction\.\n/,
  },
  'designations reject': {
    args: '{pending} --no-mail --note Late',
    out: /,Pending,/,
    err: /will be rejected\.\n/,
  },

  'designations undo': {
    args: '{pending}',
    code: 3,
    err: /^There's no decision to undo\. /,
    ...{ unasked: 3, unread: 3 },
  },
  'designations set-status': {
    args: '{pending} APPROVED --no-mail',
    err: /^Would change .+ 2026 from Pending to Approved\. No emails will be sent \(--no-mail\)\.\n$/,
  },
  'designations edit': { args: '{pending} --class-size 900', err: /^Would change .+ \d{4}\.\n$/ },
  'notes list': { args: '--high-school {school}', out: /^When,Who,Kind,Note,Id\r\n/ },
  'notes add': {
    args: '--high-school {school} Hello',
    err: /^Added the note\.\n$/,
    dry: { err: /^Would add the note\.\n$/ },
    isOnce: true,
  },
  'notes delete': { args: '{unknown}', code: 1, err: /./, unasked: 1 },

  report: { out: /^School,/, err: /^2026: 38 active schools, .+ students\.\n$/ },
  audit: { args: '--limit 5', out: /^When,Type,Who/ },
  statistics: { args: '--by city', out: /^City,Schools,Submitted,/ },
  search: { args: 'high', out: /^Type,Name,Details,ID\r\nSchool,/, err: /^More than 10 schools match\. / },
  'disclosures verify': {
    ...{ code: 1, unread: 1 },
    err: /^\d+ disclosures older than an hour are not in the chain\. /,
  },
  'disclosures export': { out: /^Position,Hash,Digest,Disclosure\r\n/ },
  'students disclosures': { args: '{student}', out: /^At,|^When,|^Time,/ },
  'retention purge': {
    args: '--older-than 7y',
    code: 3,
    out: /^Year,Designations,Students\r\n$/,
    err: /^No closed year older than 7 years has /,
    ...{ unasked: 3, unread: 3 },
  },

  'schools list': { args: '--limit 1', out: /^Name,Status,.+\r\n/ },
  'schools show': { args: '{school}', out: /^Id,Name,.+\r\n/ },
  'schools create': {
    args: 'Cedar --phone 9075550131 --address1 Road --city Nome --zip5 99762',
    ...{ out: /^Id,Name,.+\r\n\S+,Cedar,Inactive/, isOnce: true },
    err: /^Added Cedar as inactive\. /,
    dry: { out: /,Cedar,Inactive/, err: /^Would add Cedar\.\n$/ },
  },
  'schools import': { args: '{nowhere}/list.csv', code: 1, err: /the file doesn't exist\.\n$/, unasked: 1 },
  'schools snooze': {
    args: '{school} --until 2999-01-19',
    err: /^Snoozed .+ until Jan 19, 2999\.\n$/,
    dry: { err: /^Would snooze .+ until Jan 19, 2999\.\n$/ },
  },
  'schools unsnooze': { args: '{inactive}', code: 3, err: / isn't snoozed\.\n$/ },
  'schools activate': { args: '{inactive}', err: /^Would activate .+\.\n$/ },
  'schools deactivate': { args: '{school}', err: /^Would deactivate .+\.\n$/ },

  'users list': { args: '--flags ADMIN', out: /^Name,Email,.+\r\n/ },
  'users show': { args: '{user}', out: /^Id,Name,Email,.+\r\n/ },
  'users create': {
    args: 'eve@example.org --first Eve --last Ek --phone 9075550199',
    isOnce: true,
    err: /^Created Eve Ek /,
    dry: { err: /^Would create Eve Ek / },
  },
  'users invite': { args: 'new@example.org', err: /^Would invite new@example\.org\.\n$/ },
  'users flags': { args: '{user} --add ADMIN', err: /^Would change the flags of / },
  'users merge': { args: '{user} admin@scholars.example.org', err: /Would merge / },
  'users delete': { args: '{user}', err: /Would delete / },
  'users sessions': {
    args: '{user} --end',
    code: 3,
    out: /^Browser,Signed in,Last used\r\n$/,
    err: / isn't signed in anywhere\.\n$/,
    unasked: 3,
  },

  'tokens list': { out: /^Id,Name,User,Email,Scopes,Created,Expires,Last used\r\n/ },
  'tokens create': {
    args: '{user} --name Nightly --scope READ',
    out: /^laurel_[\w-]{43}\n$/,
    err: /^Created the access token “Nightly” of .+\.\n$/,
    dry: { out: /^$/, err: /^Would create the access token “Nightly” of .+\.\n$/ },
    isOnce: true,
  },
  'tokens revoke': { args: '{unknown}', code: 1, err: /./, unasked: 1 },

  'schools edit': {
    args: '{school} --phone 9075550188',
    ...{ out: /,\(907\) 555-0188,/, err: /^Nothing has changed yet\.\n$/ },
  },
  'users edit': { args: '{user} --phone 9075550188', err: /^Would change the account of / },
  'staff add': { args: '{school} {user} --position COUNSELOR', err: /^Would add / },
  'staff edit': {
    args: '{school} {user} --position PRINCIPAL',
    ...{ code: 1, err: / isn't on the staff of /, unasked: 1 },
  },
  'staff remove': { args: '{school} {user}', code: 3, err: / isn't on the staff of /, unasked: 3 },
  'staff invite': { args: '{school} new@example.org', err: /^Would invite new@example\.org to / },
  'staff resend-invite': {
    ...{ args: '{school} nobody@example.org', code: 1, err: / has no open invite for /, unasked: 1 },
  },
  'staff remove-invite': {
    ...{ args: '{school} nobody@example.org', code: 1, err: / has no open invite for /, unasked: 1 },
  },
  'access-requests list': { out: /^Name,Email,Typed school,School,/ },
  'access-requests accept': { args: '{unknown}', code: 1, err: /^No open request /, unasked: 1 },
  'access-requests decline': { args: '{unknown}', code: 1, err: /^No open request /, unasked: 1 },
  'invites list': { out: /^Email,Flags,Schools,Invited,Expires\r\n/ },
  'invites resend': { args: '{invited}', err: /./ },
  'invites remove': { args: '{invited}', err: /./ },

  'export designations': {
    ...{ args: '--year 2026', out: FILE, err: /^Exported / },
    dry: { err: /^Would export \d+ designations and mark them as downloaded\.\n$/ },
  },
  'export designation': {
    ...{ args: '{pending}', out: FILE, err: /Exported / },
    dry: { err: /^Would export 1 designation and mark it as downloaded\.\n$/ },
  },
  'export schools': { out: FILE, err: /^Exported / },
  'export school': { args: '{school}', out: FILE, err: /^Exported / },
  'export users': { out: FILE, err: /^Exported / },
  'export user': { args: '{user}', out: FILE, err: /^Exported / },

  'export-profiles list': { out: /^Name,Columns,Updated\r\n/ },
  'export-profiles show': { args: 'Nobody', code: 1, err: /Nobody/, unread: 1 },
  'export-profiles save': {
    args: 'Banner --columns year,last',
    err: /^Created the export profile “Banner”\.\n$/,
    dry: { err: /^Would create the export profile “Banner”\.\n$/ },
    isOnce: true,
  },
  'export-profiles delete': { args: 'Nobody', code: 1, err: /Nobody/, unasked: 1 },

  'views list': { args: '--as admin@scholars.example.org', out: /^Name,List,Link,Updated\r\n/ },
  'views show': { args: 'Nobody --as admin@scholars.example.org', code: 1, err: /Nobody/, unread: 1 },
  'views save': {
    args: 'Mine --list designations --query status=PENDING --as admin@scholars.example.org',
    err: /^Saved the view “Mine”\.\n$/,
    dry: { err: /^Would save the view “Mine”\.\n$/ },
    isOnce: true,
  },
  'views delete': { args: 'Nobody --as admin@scholars.example.org', code: 1, err: /Nobody/, unasked: 1 },

  'settings show': { out: /^Field,Value\r\n|^Program name,/ },
  'settings set': { args: '--app-name Laurels', out: /./, err: /^Nothing has changed yet\.\n$/ },

  remind: {
    ...{ code: 3, out: /^Reminder,Days before,/, err: /^There are no reminders to send/ },
    ...{ unasked: 3, unread: 3 },
  },

  'emails list': { out: /\r\n/ },
  'emails show': { args: '{template}', out: /./ },
  'emails edit': { args: '{template} --subject Hello', err: /^Would change the subject of / },
  'emails create': {
    args: 'Hello --start-with NEWS',
    ...{ out: /^Id,Name,Subject,/, err: /^Created “Hello”\.\n$/, isOnce: true },
    dry: { out: /,Hello,/, err: /^Would create “Hello”\.\n$/ },
  },
  'emails duplicate': {
    args: '{template}',
    ...{ out: /^Id,Name,Subject,/, err: /^Copied “/, isOnce: true },
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
  'emails retry': {
    ...{ args: '{unknown}', code: 1, err: /^No delivery has the ID 00000000-0000-4000-8000-000000000000\. / },
    unasked: 1,
  },
  'emails approve': {
    ...{ args: '{unknown}', code: 1, err: /^No delivery has the ID 00000000-0000-4000-8000-000000000000\. / },
    unasked: 1,
  },
  'emails pause': {
    ...{ args: '{unknown}', code: 1, err: /^No delivery has the ID 00000000-0000-4000-8000-000000000000\. / },
    unasked: 1,
  },
  'emails resume': {
    ...{ args: '{unknown}', code: 1, err: /^No delivery has the ID 00000000-0000-4000-8000-000000000000\. / },
    unasked: 1,
  },
  'emails cancel': {
    ...{ args: '{unknown}', code: 1, err: /^No delivery has the ID 00000000-0000-4000-8000-000000000000\. / },
    unasked: 1,
  },
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

/** Commands that don't change stored data and therefore accept neither --yes nor --dry-run. */
export const READ_ONLY: readonly string[] = [
  ...['export-profiles list', 'export-profiles show', 'settings show', 'views list', 'views show'],
  ...['serve', 'worker', 'demo', 'dev', 'doctor', 'completion', 'help', 'report', 'db status', 'db verify'],
  ...['statistics', 'disclosures verify', 'disclosures export'],
  ...['designations duplicates', 'notes list'],
  ...[
    'years list',
    'years extensions',
    'designations list',
    'designations show',
    'students disclosures',
    'audit',
    'search',
  ],
  ...[
    'bounces list',
    'automatic-emails list',
    'automatic-emails show',
    'reminders list',
    'access-requests list',
  ],
  ...['schools list', 'schools show', 'users list', 'users show', 'invites list', 'tokens list'],
  ...['export schools', 'export school', 'export users', 'export user'],
  ...['emails list', 'emails show', 'emails preview', 'emails recipients', 'emails deliveries'],
];

/** Commands that only add data and therefore don't ask for confirmation. */
export const UNASKED: readonly string[] = [
  ...['export-profiles save', 'views save', 'reminders add', 'tokens create'],
  ...['db migrate', 'db seed', 'db backup', 'years add', 'schools create', 'users create'],
  ...[
    'export designations',
    'export designation',
    'emails bounce',
    'notes add',
    'emails create',
    'emails duplicate',
  ],
  ...['schools snooze', 'schools unsnooze'],
];

/** Commands that start a server or check their process, and one for each way in which a process prints and exits. */
export const IN_ITS_OWN_PROCESS: readonly string[] = [
  ...['serve', 'worker', 'demo', 'dev', 'doctor'],
  ...[
    'years list',
    'export designations',
    'export-profiles show',
    'db seed',
    'designations approve',
    'remind',
  ],
];

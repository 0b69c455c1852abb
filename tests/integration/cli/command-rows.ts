import { MIGRATION_NAMES } from '#db/migrations/known-migrations.ts';
import type { CommandRow } from './command-row.ts';
import { EMAIL_ROWS } from './email-command-rows.ts';
import { PEOPLE_ROWS } from './people-command-rows.ts';

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
  'db seed': { code: 3, err: /^The demo data is already loaded\. Nothing was changed\.\n$/ },
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
  'designations compare': {
    args: '{pending} {sameYear}',
    out: /^School,Student,Name,Date of birth,Email,On the other list,ID\r\n/,
  },
  'designations show': { args: '{pending}', out: /^ID,School,.+\r\n/ },
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
    args: '{pending} --no-email --note Late',
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
    args: '{pending} APPROVED --no-email',
    err: /^Would change .+ 2026 from Pending to Approved\. No emails will be sent \(--no-email\)\.\n$/,
  },
  'designations edit': { args: '{pending} --comment Recounted', err: /^Would change .+ \d{4}\.\n$/ },
  'designations import': {
    args: 'tests/fixtures/import/designations-2025.csv --year 2025 --submitted-by {user}',
    err: /^Would import 1 designation with 2 students for 2025\.\n$/,
  },
  'designations messages': { args: '{pending}', out: /^When,Who,From,Message\r\n/ },
  'designations message': {
    args: '{pending} --text Thanks',
    err: /^Would send the message about .+ 2026\.\n$/,
  },
  'notes list': { args: '--high-school {school}', out: /^When,Who,Kind,Note,ID\r\n/ },
  'notes add': {
    args: '--high-school {school} Hello',
    err: /^Added the note\.\n$/,
    dry: { err: /^Would add the note\.\n$/ },
    isOnce: true,
  },
  'notes delete': { args: '{unknown}', code: 1, err: /./, unasked: 1 },

  report: { out: /^School,/, err: /^2026: 38 active schools, .+ students\.\n$/ },
  audit: { args: '--limit 5', out: /^When,Type,Who/ },
  'events list': { args: '--since 2020-01-01 --limit 5', out: /^When,Type,Who/ },
  'disclosures list': { args: '--limit 5', out: /^When,Type,Who/ },
  statistics: { args: '--by city', out: /^City,Schools,Submitted,/ },
  search: { args: 'high', out: /^Type,Name,Details,ID\r\nSchool,/, err: /^More than 10 schools match\. / },
  'disclosures verify': {
    ...{ code: 1, unread: 1 },
    err: /^\d+ disclosures older than an hour aren't in the chain\. /,
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
  'export statistics': { out: /^\uFEFFYear,Schools,Submitted,/, err: /^Exported / },

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

  ...PEOPLE_ROWS,
  ...EMAIL_ROWS,
};

/** Commands that don't change stored data and therefore accept neither --yes nor --dry-run. */
export const READ_ONLY: readonly string[] = [
  ...['export-profiles list', 'export-profiles show', 'settings show', 'views list', 'views show'],
  ...['serve', 'worker', 'demo', 'dev', 'doctor', 'completion', 'help', 'report', 'db status', 'db verify'],
  ...['statistics', 'disclosures verify', 'disclosures export'],
  ...[
    'designations duplicates',
    'designations compare',
    'designations messages',
    'schools outstanding',
    'notes list',
  ],
  ...[
    'years list',
    'years extensions',
    'designations list',
    'designations show',
    'students disclosures',
    'audit',
    'events list',
    'disclosures list',
    'search',
  ],
  ...[
    'bounces list',
    'automatic-emails list',
    'automatic-emails show',
    'reminders list',
    'access-requests list',
  ],
  ...[
    'schools list',
    'schools show',
    'users list',
    'users show',
    'invites list',
    'tokens list',
    'identities list',
    'passkeys list',
  ],
  ...['export schools', 'export school', 'export users', 'export user', 'export statistics'],
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

/** Commands that start a server, and one that prints much. Others run in the tests' process. */
export const IN_ITS_OWN_PROCESS: readonly string[] = [
  'serve',
  'worker',
  'demo',
  'dev',
  'export designations',
];

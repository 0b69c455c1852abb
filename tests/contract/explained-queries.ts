import { DESIGNATION_SAMPLES } from './explained-designation-queries.ts';
import { PEOPLE_SAMPLES } from './explained-people-queries.ts';
import type { Samples } from './explained-scene.server.ts';

/** Sample arguments for each exported function of a query file, by the file's path. */
export const SAMPLES: Readonly<Record<string, Samples>> = { ...DESIGNATION_SAMPLES, ...PEOPLE_SAMPLES };

/** Functions that send no statement that PostgreSQL would plan, and the reason. */
export const WITHOUT_PLAN: Readonly<Record<string, string>> = {
  'app/domain/designations/designation-list-queries.server.ts isTallied': 'Sends nothing.',
  'app/domain/exports/csv-queries.server.ts designationTable': 'Sends nothing.',
  'app/domain/exports/csv-queries.server.ts studentIdsOf': 'Sends nothing.',
  'app/domain/exports/export-queries.server.ts fetchCsvRows': 'Reads a cursor that another function opens.',
  'app/domain/exports/export-queries.server.ts runAndRollBack': 'Sets a savepoint, and goes back to it.',
  'app/domain/exports/export-queries.server.ts nameTransaction': 'Changes a setting.',
  'app/domain/lock-queries.server.ts lockNumber': 'Sends nothing.',
  'app/domain/sql-queries.server.ts query': 'Returns a tag.',
  'app/domain/sql-queries.server.ts queryFirst': 'Returns a tag.',
  'app/domain/sql-queries.server.ts queryOne': 'Returns a tag.',
  'app/domain/sql-queries.server.ts queryCount': 'Returns a tag.',
  'app/domain/lock-queries.server.ts acquireLock': 'Takes an advisory lock.',
  'app/domain/lock-queries.server.ts acquireTextLock': 'Takes an advisory lock.',
  'app/domain/lock-queries.server.ts tryLock': 'Takes an advisory lock.',
  'app/domain/lock-queries.server.ts tryTextLock': 'Takes an advisory lock.',
};

/** Functions that return a fragment, and the complete statement to run it in. */
export const WHOLE_STATEMENTS: Readonly<Record<string, (sql: string) => string>> = {
  'app/domain/designations/designation-list-queries.server.ts designationTotalSql': (sql) => sql,
  'app/domain/designations/designation-screen-queries.server.ts statusCountsSql': (sql) => sql,
  'app/domain/home/home-queries.server.ts outstandingSchoolsSql': (sql) => `select h.id from ${sql}`,
  'app/domain/messages/message-queries.server.ts unreadCountSql': (sql) => sql,
  'app/domain/designations/designation-list-queries.server.ts designationsWhere': (sql) =>
    `select d.id from designation d where ${sql}`,
  'app/domain/designations/designation-list-queries.server.ts ofUser': (sql) =>
    `select d.id from designation d where ${sql}`,
  'app/domain/designations/designation-list-queries.server.ts withIds': (sql) =>
    `select d.id from designation d where ${sql}`,
  'app/domain/designations/designation-list-queries.server.ts neverDownloaded': (sql) =>
    `select d.id from designation d where ${sql}`,
  'app/domain/disclosures/disclosure-queries.server.ts isBackupDuring': (sql) =>
    `select id from disclosure where ${sql}`,
  'app/domain/exports/csv-queries.server.ts designationCsvSql': (sql) => sql,
  'app/domain/exports/csv-queries.server.ts highSchoolCsvSql': (sql) => sql,
  'app/domain/exports/csv-queries.server.ts userCsvSql': (sql) => sql,
  'app/domain/high-schools/high-school-queries.server.ts highSchoolsWhere': (sql) =>
    `select hs.id from high_school hs where ${sql}`,
  'app/domain/users/user-queries.server.ts usersWhere': (sql) =>
    `select u.id from user_account u where ${sql}`,
  'app/domain/designations/designation-page-queries.server.ts designationRowsSql': (sql) => sql,
  'app/domain/search/search-queries.server.ts searchSql': (sql) => sql,
  'app/domain/emails/email-queries.server.ts audienceSql': (sql) => `with ${sql} select * from judged`,
  'app/domain/emails/email-queries.server.ts schoolCondition': (sql) =>
    `select h.id from high_school h where ${sql}`,
};

import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { ImportProblems } from './import-problems.ts';
import { type ImportedTable, readImportedTable, type TableOptions } from './imported-table.server.ts';
import { ListRow } from './list-row.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  STAFF_POSITIONS,
  type StaffPosition,
  USER_FLAG_LABELS,
  USER_FLAGS,
  type UserFlag,
} from '#app/schemas/enums.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { AccountEmail, line, PhoneOrEmpty, Uuid } from '#app/schemas/fields.ts';
import { USER_TEXTS, type UserText } from '#app/schemas/user-fields.ts';
import { USER_IMPORT, type UserImportField } from '#app/schemas/user-import.ts';

/** A position at a school, which the list names. */
export interface ListedPosition {
  readonly school: string;
  readonly position: StaffPosition;
}

export interface ListedUser extends Readonly<Record<UserText, string>> {
  readonly row: number;
  readonly id: string | null;
  readonly email: string;
  readonly phone: string;
  readonly flags: UserFlag[];
  readonly positions: readonly ListedPosition[];
}

export interface UserList {
  /** Name of the file, for events. */
  readonly source: string;
  readonly table: Pick<ImportedTable<UserImportField>, 'headers' | 'matched' | 'ignoredHeaders'>;
  readonly users: readonly ListedUser[];
  /** What is wrong with rows, whatever the database contains. */
  readonly problems: ImportProblems;
}

/** Rows per batch; other tasks run between batches. */
const BATCH_SIZE = 500;

/**
 * Reads a list of accounts with their positions at schools, without the database. For administrators.
 * @param source the name of the file
 * @throws {Invalid} on ['file'] when it isn't such a list, and on an option that doesn't fit it
 */
export async function readUserList(
  ctx: Pick<Ctx, 'actor'>,
  { bytes, source }: { readonly bytes: Uint8Array; readonly source: string },
  options: TableOptions,
): Promise<UserList> {
  authorize(ctx.actor, 'user.editFlags');
  const table = await readImportedTable(bytes, USER_IMPORT, options);
  const problems = new ImportProblems();
  const hasIds = table.lines.some((line) => Uuid.safeParse(table.cell(line, 'id')).success);
  const rowOfEmail = new Map<string, number>();
  const users: ListedUser[] = [];
  for (const [index, line] of table.lines.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    const row = new ListRow(line, table, problems);
    const user = readListedUser(row, hasIds);
    const earlier = rowOfEmail.get(user.email);
    if (earlier !== undefined) row.report('email', IMPORT_MESSAGES.repeatedEmail(earlier));
    else if (user.email !== '') rowOfEmail.set(user.email, line.number);
    users.push(user);
  }
  return { source, table, users, problems };
}

function readListedUser(row: ListRow<UserImportField>, hasIds: boolean): ListedUser {
  const email = row.parse('email', AccountEmail);
  if (row.text('email') === '') row.report('email', IMPORT_MESSAGES.emailMissing);
  if (row.text('firstName') === '' && row.text('lastName') === '') {
    row.report('firstName', IMPORT_MESSAGES.nameMissing);
  }
  const phone = PhoneOrEmpty.safeParse(formatPhone(row.text('phone')));
  if (!phone.success) row.report('phone', phone.error.issues[0]?.message ?? '');
  const flags = row.someOf('flags', USER_FLAGS, USER_FLAG_LABELS);
  const positions = row.read('positions', positionsOf, IMPORT_MESSAGES.unreadablePositions) ?? [];
  if (positions.length > 0 && flags.includes('DELETED')) {
    row.report('positions', IMPORT_MESSAGES.deletedWithPositions);
  }
  return {
    row: row.line.number,
    id: hasIds ? row.id('id') : null,
    email: email ?? '',
    ...ofEachField(USER_TEXTS, ({ max }, name) => row.parse(name, line(max)) ?? ''),
    phone: phone.data ?? '',
    flags,
    positions,
  };
}

/** 'Aurora High, COUNSELOR; Birch High, STAFF'. The names of schools may contain commas and semicolons, too. */
const POSITION = new RegExp(String.raw`(.+?),\s*(${STAFF_POSITIONS.join('|')})\s*(?:;\s*|$)`, 'giy');

function positionsOf(cell: string): ListedPosition[] | null {
  const found: ListedPosition[] = [];
  let read = 0;
  for (const match of cell.matchAll(POSITION)) {
    const position = STAFF_POSITIONS.find((known) => known === match[2]?.toUpperCase());
    if (position === undefined) return null;
    found.push({ school: match[1] ?? '', position });
    read += match[0].length;
  }
  return read === cell.length ? found : null;
}

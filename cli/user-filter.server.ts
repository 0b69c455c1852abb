import type { Ctx } from '#app/domain/ctx.server.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { USER_TEXTS, type UserText } from '#app/schemas/user-fields.ts';
import type { OptionValues } from './parse-options.server.ts';
import { findSchool } from './references.server.ts';

/** The user filters, as parsed by Commander. */
export interface UserFilterOptions extends Readonly<Partial<Record<UserText, string>>> {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly flags?: readonly string[];
  readonly highSchool?: readonly string[];
  readonly highSchoolName?: string;
  /** False for --no-deleted; undefined includes deleted users. */
  readonly deleted?: boolean;
}

/** @throws {CommandFailure} when a school doesn't exist */
export async function userFilterValues(ctx: Ctx, options: UserFilterOptions): Promise<OptionValues> {
  const { name, email, phone, flags, highSchool, highSchoolName, deleted } = options;
  const texts = ofEachField(USER_TEXTS, (_, text) => options[text]);
  const highSchools = highSchool === undefined ? undefined : await idsOfSchools(ctx, highSchool);
  return { ...texts, name, email, phone, flags, deleted, highSchools, highSchoolName };
}

async function idsOfSchools(ctx: Ctx, references: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push((await findSchool(ctx, reference)).id);
  return ids;
}

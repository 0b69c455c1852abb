import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findYearByNumber } from '#app/domain/academic-years/read-academic-years.server.ts';
import { listDesignationsByIds } from '#app/domain/designations/list-designations.server.ts';
import {
  findSchoolsByReference,
  type ReferencedSchool,
} from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { findUserByAddress, getUser } from '#app/domain/users/read-users.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { AcademicYearResponse } from '#app/schemas/academic-year.ts';
import { Uuid } from '#app/schemas/fields.ts';
import type { UserInviteResponse } from '#app/schemas/invite.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { parseFields } from './parse-options.server.ts';

/** Returns a schema for a year in an argument or option; `example` ends its message. */
export function writtenYear(example: number) {
  return z
    .string()
    .regex(/^\d{4}$/, {
      error: ({ input }) => `${String(input)} isn't a year. Enter one like ${example}.`,
    })
    .transform(Number);
}

const YearSchema = writtenYear(2026);

/** Without spaces around it, because IDs from a CSV file may end with a carriage return. */
const IdSchema = z
  .string()
  .trim()
  .pipe(
    z
      .guid({
        error: ({ input }) =>
          `"${String(input)}" isn't a valid ID. IDs look like 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11.`,
      })
      .toLowerCase(),
  );

/** @throws {CommandFailure} when the number isn't a year, or there is no such academic year */
export async function findYear(ctx: Ctx, number: string): Promise<AcademicYearResponse> {
  const year = await findYearByNumber(ctx, parseFields(YearSchema, number));
  if (year === null) {
    throw new CommandFailure(
      `There's no academic year ${number}. To see all years, run \`laurel years list\`.`,
    );
  }
  return year;
}

/**
 * Finds a school by id, banner code, or name, in that order. Names ignore case.
 *
 * @throws {CommandFailure} when none or several match
 */
export async function findSchool(ctx: Ctx, reference: string): Promise<ReferencedSchool> {
  const schools = await findSchoolsByReference(ctx, reference);
  const [school] = schools;
  if (school === undefined) {
    throw new CommandFailure(
      `No school has the ID, banner code, or name ${reference}. To see all schools, run \`laurel schools list\`.`,
    );
  }
  if (schools.length > 1) {
    const candidates = schools.map(
      ({ id, name, bannerCode }) => `  ${id}  ${bannerCode || '(no banner code)'}  ${name}`,
    );
    throw new CommandFailure(
      [`${schools.length} schools match ${reference}. Use one of these IDs:`, ...candidates].join('\n'),
      EXIT.usage,
    );
  }
  return school;
}

/** @throws {CommandFailure} when no user, deleted or not, has this email address or id */
export async function findUser(ctx: Ctx, reference: string): Promise<UserResponse> {
  const id = Uuid.safeParse(reference).data;
  const user = id === undefined ? await findUserByAddress(ctx, reference) : await findUserOfId(ctx, id);
  if (user === null) {
    throw new CommandFailure(
      `No user has the email address or ID ${reference}. To see all users, run \`laurel users list\`.`,
    );
  }
  return user;
}

async function findUserOfId(ctx: Ctx, id: string): Promise<UserResponse | null> {
  try {
    return await getUser(ctx, id);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/**
 * Returns a user's id. An id is returned without checking that the user exists.
 *
 * @throws {CommandFailure} when no user has the address
 */
export async function findUserId(ctx: Ctx, reference: string): Promise<string> {
  return Uuid.safeParse(reference).data ?? (await findUser(ctx, reference)).id;
}

/** @throws {CommandFailure} when no open invite has this email address or id */
export async function findInvite(ctx: Ctx, reference: string): Promise<UserInviteResponse> {
  const invite = await findUserInvite(ctx, reference);
  if (invite === null) {
    throw new CommandFailure(
      `No open invite has the address or ID ${reference}. To see all open invites, run \`laurel invites list\`.`,
    );
  }
  return invite;
}

/** @throws {CommandFailure} when the id isn't valid, or no designation has it */
export async function findDesignationId(ctx: Ctx, reference: string): Promise<string> {
  const [id = ''] = await findDesignationIds(ctx, [reference]);
  return id;
}

/**
 * Returns the ids without duplicates.
 *
 * @throws {CommandFailure} when some aren't valid or don't exist
 */
export async function findDesignationIds(ctx: Ctx, references: readonly string[]): Promise<string[]> {
  const ids = [...new Set(references.map(parseId))];
  const known = new Set((await listDesignationsByIds(ctx, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new CommandFailure(
      `No designation has the ID ${unknown.join(' or ')}. To see all designations, run \`laurel designations list\`.`,
    );
  }
  return ids;
}

/** @throws {CommandFailure} when it isn't a valid id */
export function parseId(text: string): string {
  return parseFields(IdSchema, text);
}

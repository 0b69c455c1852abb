import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { DesignationListQuerySchema } from '#app/schemas/designation.ts';
import { HighSchoolListQuerySchema } from '#app/schemas/high-school.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { UserListQuerySchema } from '#app/schemas/user.ts';
import { makeProgram } from '#cli/program.ts';

const nothing = () => () => Promise.resolve();
const program = makeProgram(nothing, {
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
});

function listOf(noun: string): Command {
  const command = program.commands
    .find((one) => one.name() === noun)
    ?.commands.find((one) => one.name() === 'list');
  if (command === undefined) throw new Error(`There is no list of ${noun}.`);
  return command;
}

interface Case {
  readonly noun: string;
  readonly schema: z.ZodObject;
  /** Fields whose option has another name. */
  readonly renamed: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  { noun: 'schools', schema: HighSchoolListQuerySchema, renamed: {} },
  { noun: 'users', schema: UserListQuerySchema, renamed: { highSchools: 'highSchool' } },
  {
    noun: 'designations',
    schema: DesignationListQuerySchema,
    renamed: { academicYearId: 'year', highSchoolId: 'highSchool', noDownloadDate: 'downloadDate' },
  },
  { noun: 'invites', schema: ListQuerySchema, renamed: {} },
];

describe.each(CASES)('the options of laurel $noun list', ({ noun, schema, renamed }) => {
  const { options } = listOf(noun);

  it('are the fields of the query that the screen and the REST call accept', () => {
    const names = new Set(options.map((option) => option.attributeName()));
    expect([...names].sort()).toEqual(
      Object.keys(schema.shape)
        .map((field) => renamed[field] ?? field)
        .sort(),
    );
  });
});

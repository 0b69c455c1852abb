import type { z } from 'zod';
import type { JsonSchema, JsonSchemas } from './json-schemas.ts';
import { HIGH_SCHOOL_FIELD_LIST } from '#app/schemas/high-school-fields.ts';
import { USER_FIELD_LIST } from '#app/schemas/user-fields.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';

/** A parameter object of OpenAPI 3.1. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

const PATH_DESCRIPTIONS: Readonly<Record<string, string>> = {
  id: "The record's ID.",
  highSchoolId: "The high school's ID.",
  intoId: 'The ID of the user to keep.',
  otherId: "The ID of the other school's designation.",
  inviteId: "The invite's ID.",
  userId: "The user's ID.",
};

const FILTER_DESCRIPTIONS = {
  text: (label: string) => `Part of the ${label}.`,
  phone: (label: string) => `Part of the ${label} number.`,
  status: (label: string) => `The ${label}.`,
  anyOf: (label: string) => `Any of these ${label}.`,
};

const FIELD_DESCRIPTIONS = Object.fromEntries(
  [...HIGH_SCHOOL_FIELD_LIST, ...USER_FIELD_LIST].flatMap(([name, { label, filter }]) =>
    filter === undefined ? [] : [[name, FILTER_DESCRIPTIONS[filter](label.toLowerCase())]],
  ),
);

/** By name. A description here, which may be of several lists, replaces the one from the field tables. */
export const QUERY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...FIELD_DESCRIPTIONS,
  limit: 'The maximum number of entries to return.',
  offset: 'How many entries to skip.',
  after: 'Only entries after the one with this ID. In a long list, this is faster than `offset`.',
  direction: '`desc`, the default, means A to Z and newest first; `asc` reverses it.',
  sort: 'The field to sort by.',
  format: 'The file format; CSV by default.',
  profile: 'The name of an export profile, which selects the columns.',
  academicYearId: 'Only this academic year.',
  criteria: 'How students were ranked.',
  highSchoolId: 'Only this high school.',
  highSchoolName: "Part of a high school's name.",
  beforeDate: 'Last updated on or before this date or time.',
  afterDate: 'Last updated on or after this date or time.',
  noDownloadDate: 'If true, only designations that were never downloaded.',
  downloadBeforeDate: 'Last downloaded on or before this date or time.',
  downloadAfterDate: 'Last downloaded on or after this date or time.',
  resubmitted: 'If true, only designations that were returned and are now pending again.',
  warnings: 'Only designations with any of these warnings. For administrators.',
  person: 'Part of the name or email address of the person who did it.',
  osUser: 'Part of the operating system user and host that ran a command or job, like `root@web1`.',
  studentId: 'Only this student.',
  subjectId: 'Only changes to the record with this ID. For a designation, also its disclosures.',
  type: 'Only changes or only disclosures.',
  kind: "A change's kind or a disclosure's purpose.",
  before: 'Only entries older than the one with this ID.',
  state: 'Only schools whose designation is in this state.',
  by: 'What to group by.',
  list: 'Only views of this list.',
  oneOff: 'If true, lists the one-off emails instead of the templates.',
  userId: 'Only this person.',
  people: 'If true, also lists the recipients and who is skipped.',
  email: 'An email address. In lists, part of one is enough.',
  highSchools: 'Only staff of any of these high schools.',
  deleted: 'If true, only deleted users; if false, only the others.',
};

/** By the beginning of a path and by name. A description here replaces the others. */
const SPECIAL_DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'academicYears/{id}/designations': { id: "The academic year's ID, or its number." },
  'users/{id}/merge': { id: 'The ID of the user to merge, who will be deleted.' },
  'users/{id}': { id: "The user's ID, or `@me` for yourself." },
  audit: {
    beforeDate: 'On or before this date or time.',
    afterDate: 'On or after this date or time.',
  },
};

/**
 * Returns the parameters of a call in its path, query, and headers.
 * @throws {Error} for a parameter without a description
 */
export function parametersOf(call: RestCall, schemas: JsonSchemas): Parameter[] {
  const { path, endpoint } = call;
  const special = Object.entries(SPECIAL_DESCRIPTIONS).find(([prefix]) => path.startsWith(prefix))?.[1];
  const inPath = fieldsOf(endpoint.params, schemas).map(([name, { schema }]) => ({
    name,
    in: 'path' as const,
    required: true,
    description: described(call, name, special?.[name] ?? PATH_DESCRIPTIONS[name]),
    schema,
  }));
  const inQuery = fieldsOf(endpoint.query, schemas).map(([name, { schema, required }]) => ({
    name,
    in: 'query' as const,
    required,
    description: described(call, name, special?.[name] ?? QUERY_DESCRIPTIONS[name]),
    schema,
  }));
  const inHeaders = Object.entries(headersOf(call)).map(([name, description]) => ({
    name,
    in: 'header' as const,
    required: false,
    description,
    schema: { type: 'string' as const },
  }));
  return [...inPath, ...inQuery, ...inHeaders];
}

/** Returns whether a call changes a version that its caller has seen. */
export function acceptsIfMatch({ method, endpoint: { operation } }: RestCall): boolean {
  if (method === 'POST') return operation?.acceptsIfMatch === true;
  return method !== 'GET' && operation?.hasVersion === true;
}

function headersOf(call: RestCall): Readonly<Record<string, string>> {
  const ifMatch: Record<string, string> = acceptsIfMatch(call)
    ? {
        'If-Match':
          'The ETag of the version you changed. If there is a newer one, nothing changes and the response is 412.',
      }
    : {};
  return { ...ifMatch, ...call.endpoint.operation?.headers };
}

function fieldsOf(schema: z.ZodType | undefined, schemas: JsonSchemas) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.convert(schema, 'input');
  return Object.entries(properties).map(
    ([name, property]) =>
      [name, { schema: property as JsonSchema, required: required.includes(name) }] as const,
  );
}

function described({ method, path }: RestCall, name: string, description: string | undefined): string {
  if (description === undefined) throw new Error(`${method} ${path}: ${name} has no description.`);
  return description;
}

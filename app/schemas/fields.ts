import './messages.ts';
import { z } from 'zod';
import { STATE_CODES } from './states.ts';
import { isRecord } from '#app/lib/records.ts';
import { PHONE_MESSAGE, phoneProblem } from '#app/lib/text/phone.ts';
import {
  CONTROLS_MESSAGE,
  DATE_MESSAGE,
  EARLIEST_BIRTH_DATE_MESSAGE,
  EMAIL_MAX,
  EMAIL_MESSAGE,
  hasNoControls,
  INVISIBLE_MESSAGE,
  isVisible,
  PHONE_MAX,
  tooLongMessage,
  ZIP5_MESSAGE,
} from '#app/lib/text/value-rules.ts';
import { EARLIEST_BIRTH_DATE } from '#app/lib/time/age.ts';
import type { VersionedId } from '#app/lib/versions.ts';
import { ofEachField, type StoredTexts, type TextField, type TextTable } from './field-tables.ts';

/**
 * Basic types for JSON, queries and forms; conform coerces the last two, so nothing here does. Text is trimmed, in form
 * C, and free of control characters and lone surrogates, which PostgreSQL or a spreadsheet can't store.
 */

/** Multiline text may contain tabs and line breaks. */
const CONTROL_CHARACTERS_IN_TEXT = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 2999;
const YEAR_BOUNDS_MESSAGE = `Enter a year between ${EARLIEST_YEAR} and ${LATEST_YEAR}.`;
const NAME_MAX = 100;
const WRITTEN_PER_CHARACTER = 4;

/**
 * Rejects long text and stacked marks before normalizing, which takes quadratic time on them.
 * Form C shortens text by a factor of less than `WRITTEN_PER_CHARACTER`.
 */
function normalized(text: z.ZodString, max: number) {
  const written = { error: tooLongMessage(max), abort: true };
  return text
    .trim()
    .max(max * WRITTEN_PER_CHARACTER, written)
    .refine((text) => !hasTooManyCombiningMarks(text), {
      error: `Must have at most ${COMBINING_MARKS_MAX} accents per character.`,
      abort: true,
    })
    .normalize();
}

/** Returns a schema for one line of at most `max` characters, possibly empty. */
export function line(max: number) {
  return normalized(z.string(), max)
    .max(max, tooLongMessage(max))
    .refine(hasNoControls, CONTROLS_MESSAGE)
    .refine((text) => text === '' || isVisible(text), INVISIBLE_MESSAGE);
}

/** Returns a schema for a non-empty line; `label` begins the message, as in 'First name is required.' */
export function requiredLine(label: string, max = NAME_MAX) {
  return normalized(z.string({ error: `${label} is required.` }), max)
    .min(1, `${label} is required.`)
    .max(max, tooLongMessage(max))
    .refine(hasNoControls, CONTROLS_MESSAGE)
    .refine((text) => text === '' || isVisible(text), `${label} is required.`);
}

/** Returns a schema for multiline text, possibly empty. CRLF, which forms send, becomes LF. */
export function multiline(max: number) {
  return normalized(
    z.string().overwrite((text) => text.replace(/\r\n?/g, '\n')),
    max,
  )
    .max(max, tooLongMessage(max))
    .refine((text) => !CONTROL_CHARACTERS_IN_TEXT.test(text), CONTROLS_MESSAGE);
}

/** Like `multiline`, but not empty; `label` begins the message, as in 'Message is required.' */
export function requiredText(label: string, max: number) {
  const text = z
    .string({ error: `${label} is required.` })
    .overwrite((typed) => typed.replace(/\r\n?/g, '\n'));
  return normalized(text, max)
    .min(1, `${label} is required.`)
    .max(max, tooLongMessage(max))
    .refine((typed) => !CONTROL_CHARACTERS_IN_TEXT.test(typed), CONTROLS_MESSAGE)
    .refine((typed) => typed === '' || isVisible(typed), `${label} is required.`);
}

export const Email = z
  .string({ error: 'Email is required.' })
  .trim()
  .min(1, 'Email is required.')
  .max(EMAIL_MAX, tooLongMessage(EMAIL_MAX))
  .pipe(z.email({ error: EMAIL_MESSAGE }));

/** Identifies an account; compared and stored in lowercase. */
export const AccountEmail = Email.transform((email) => email.toLowerCase());

export const EmailOrEmpty = z.union([z.literal(''), Email], { error: EMAIL_MESSAGE });

/** Returns a schema for a phone number as in `formatPhone`, or ''; `error` is the message for other types. */
function formattedPhone(error: string) {
  return z
    .string({ error })
    .trim()
    .max(PHONE_MAX, { error: tooLongMessage(PHONE_MAX), abort: true })
    .superRefine((phone, check) => {
      const problem = phone === '' ? null : phoneProblem(phone);
      if (problem !== null) check.addIssue({ code: 'custom', message: problem });
    });
}

export const Phone = formattedPhone('Phone is required.').refine(
  (phone) => phone !== '',
  'Phone is required.',
);

export const PhoneOrEmpty = formattedPhone(PHONE_MESSAGE);

export const Zip5 = z
  .string({ error: 'Zipcode is required.' })
  .trim()
  .min(1, { error: 'Zipcode is required.', abort: true })
  .regex(/^\d{5}$/, ZIP5_MESSAGE);
export const Zip5OrEmpty = z.union([z.literal(''), Zip5], { error: ZIP5_MESSAGE });

export const Zip4 = z
  .string()
  .trim()
  .regex(/^(\d{4})?$/, 'Zipcode extension must be exactly 4 digits.');

export const State = z.enum(STATE_CODES, { error: 'Choose a state.' });

export const UUID_MESSAGE = 'Must be a UUID.';

/** Any UUID that PostgreSQL accepts, in lowercase for comparisons. */
export const Uuid = z.guid({ error: UUID_MESSAGE }).toLowerCase();

export const Year = z
  .number({ error: 'Enter a year, like 2026.' })
  .int('Enter a year, like 2026.')
  .min(EARLIEST_YEAR, YEAR_BOUNDS_MESSAGE)
  .max(LATEST_YEAR, YEAR_BOUNDS_MESSAGE);

export const INSTANT_BOUNDS_MESSAGE = `Enter a date between ${EARLIEST_YEAR} and ${LATEST_YEAR}.`;
const INSTANT_MESSAGE = 'Enter a date and time in ISO 8601 format, like 2026-11-21T08:00:00Z.';

/** Any ISO 8601 instant with a zone, converted to UTC. For fields with their own bounds. */
export const WrittenInstant = z.iso
  .datetime({ offset: true, error: INSTANT_MESSAGE, abort: true })
  .refine((instant) => !Number.isNaN(Date.parse(instant)), { error: INSTANT_MESSAGE, abort: true })
  .transform((instant) => new Date(instant).toISOString());

export const Instant = WrittenInstant.refine(isStorableInstant, INSTANT_BOUNDS_MESSAGE);

export const INSTANT_OR_DAY_MESSAGE =
  'Enter a date in ISO 8601 format, like 2026-11-21 or 2026-11-21T08:00:00Z.';

export const InstantOrDay = z.union(
  [z.iso.date({ error: INSTANT_OR_DAY_MESSAGE }).refine(isStorableInstant, INSTANT_OR_DAY_MESSAGE), Instant],
  {
    error: INSTANT_OR_DAY_MESSAGE,
  },
);

export const DateOfBirth = z
  .string({ error: 'Date of birth is required.' })
  .trim()
  .min(1, 'Date of birth is required.')
  .pipe(z.iso.date({ error: DATE_MESSAGE }))
  .refine((date) => date >= EARLIEST_BIRTH_DATE, EARLIEST_BIRTH_DATE_MESSAGE);

/** A timestamp in a row of a query, like '2026-11-21 14:37:53.949+00'. */
const StoredInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}(:?\d{2})?$/)
  .transform((text) => new Date(text).toISOString());

/**
 * An instant in a response, always UTC with milliseconds. Also parses what the database returns: entities have a Date,
 * rows of queries PostgreSQL's text.
 */
export const ResponseInstant = z.union([
  z.date().transform((at) => at.toISOString()),
  z.iso.datetime(),
  StoredInstant,
]);

/** Returns a strict schema for JSON bodies that drops read-only fields of our responses (decisions, section 2). */
export function bodyWithReadOnly<Shape extends z.ZodRawShape>(shape: Shape, readOnly: readonly string[]) {
  const dropped = new Set(readOnly);
  const strict = z.strictObject(shape);
  return z
    .preprocess(
      (value: z.input<typeof strict>): unknown =>
        isRecord(value)
          ? Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key)))
          : value,
      strict,
    )
    .meta({ readOnlyFields: [...dropped] });
}

/** Years outside the supported range don't work everywhere that a date is used. */
function isStorableInstant(instant: string): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
}

/** Returns a schema for 'ID.VERSION', a record at the version shown, to protect unseen changes. */
export function versionedIdField(message: string) {
  return z
    .string({ error: message })
    .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,9}$/i, message)
    .transform((text): VersionedId => {
      const [id = '', version = ''] = text.toLowerCase().split('.');
      return { id, version: Number(version) };
    });
}

type TextShape<Table extends TextTable> = {
  [Name in keyof Table]: z.ZodOptional<z.ZodType<StoredTexts<Table>[Name]>>;
};
type ResponseShape<Table extends TextTable> = {
  [Name in keyof Table]: z.ZodType<StoredTexts<Table>[Name], StoredTexts<Table>[Name]>;
};

/** Returns the schema of a text as entered. */
export function textOf({ max, isMultiline }: TextField): z.ZodType<string, string> {
  return isMultiline === true ? multiline(max) : line(max);
}

/** Returns the schemas of a table's texts in a body; nullable ones accept null. */
export function sentTexts<Table extends TextTable>(table: Table): TextShape<Table> {
  return ofEachField<string, TextField, z.ZodType>(table, (field) => {
    const text = textOf(field);
    return field.isNullable === true ? text.nullable().optional() : text.optional();
  }) as TextShape<Table>;
}

/** Returns the schemas of a table's texts in a response. */
export function responseTexts<Table extends TextTable>(table: Table): ResponseShape<Table> {
  return ofEachField<string, TextField, z.ZodType>(table, (field) =>
    field.isNullable === true ? z.string().nullable() : z.string(),
  ) as ResponseShape<Table>;
}

/** More combining marks than any language puts on one letter. */
const COMBINING_MARKS_MAX = 30;
const TOO_MANY_COMBINING_MARKS = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1}}`, 'u');

/** Returns whether too many combining marks are in a row. Check before normalizing, which is quadratic. */
export function hasTooManyCombiningMarks(text: string): boolean {
  return TOO_MANY_COMBINING_MARKS.test(text);
}

/** Returns a schema for JSON in a form's field, with the message for text that isn't JSON. */
export function jsonField<Schema extends z.ZodType>(schema: Schema, message: string) {
  return z
    .string()
    .transform((text, check): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        check.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

import './messages.ts';
import { z } from 'zod';
import { STATE_CODES } from './states.ts';
import { isRecord } from '#app/lib/records.ts';
import { hasTooManyCombiningMarks, COMBINING_MARKS_MAX } from '#app/lib/text/combining-marks.ts';
import { PHONE_MESSAGE, phoneProblem } from '#app/lib/text/phone.ts';
import { EARLIEST_BIRTH_DATE } from '#app/lib/time/age.ts';

/**
 * The atoms of every schema. They serve JSON, query strings and forms alike (conform coerces the last two), so nothing
 * here coerces. Text is trimmed, in Unicode normal form C and free of control characters and of halves of
 * characters, which PostgreSQL or a spreadsheet could not hold.
 */

/** Among them U+2028 and U+2029, which end a line. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Tab and line breaks may stand in a text of several lines. */
const CONTROL_CHARACTERS_IN_TEXT = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** They turn the text around them; the marks that Arabic and Hebrew are written with are others. */
const TURNING_CHARACTERS = /[\u202A-\u202E\u2066-\u2069]/;
/** Anything but blanks, accents by themselves, and what joins, parts or fills without being seen. */
const VISIBLE_CHARACTER = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}\u2800]/u;

const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 2999;
const YEAR_BOUNDS_MESSAGE = `Enter a year between ${EARLIEST_YEAR} and ${LATEST_YEAR}.`;
const EMAIL_MAX = 254;
const NAME_MAX = 100;
const PHONE_MAX = 40;
const WRITTEN_PER_CHARACTER = 4;

/**
 * Normal form C has fewer characters than what was written, but never so much fewer. Longer text, and piles of marks, are refused
 * before anything is normalized: that takes time by the square of a pile's height.
 */
function normalized(text: z.ZodString, max: number) {
  const written = { error: `At most ${max} characters.`, abort: true };
  return text
    .trim()
    .max(max * WRITTEN_PER_CHARACTER, written)
    .refine((text) => !hasTooManyCombiningMarks(text), {
      error: `At most ${COMBINING_MARKS_MAX} accents on one character.`,
      abort: true,
    })
    .normalize();
}

/** One line of text of at most `max` characters, possibly empty. */
export function line(max: number) {
  return normalized(z.string(), max)
    .max(max, `At most ${max} characters.`)
    .refine(hasNoControls, 'Must not contain control characters.')
    .refine(
      (text) => text === '' || VISIBLE_CHARACTER.test(text),
      'Must contain something that can be seen.',
    );
}

/** One line that must not be empty; `label` begins the message, as in 'First name is required.' */
export function requiredLine(label: string, max = NAME_MAX) {
  return normalized(z.string({ error: `${label} is required.` }), max)
    .min(1, `${label} is required.`)
    .max(max, `At most ${max} characters.`)
    .refine(hasNoControls, 'Must not contain control characters.')
    .refine((text) => text === '' || VISIBLE_CHARACTER.test(text), `${label} is required.`);
}

function hasNoControls(text: string): boolean {
  return !CONTROL_CHARACTERS.test(text) && !TURNING_CHARACTERS.test(text);
}

/** Text of several lines, possibly empty. Forms send CRLF at the end of each; LF is kept. */
export function multiline(max: number) {
  return normalized(
    z.string().overwrite((text) => text.replace(/\r\n?/g, '\n')),
    max,
  )
    .max(max, `At most ${max} characters.`)
    .refine((text) => !CONTROL_CHARACTERS_IN_TEXT.test(text), 'Must not contain control characters.');
}

export const EMAIL_MESSAGE = 'Enter an email address like name@example.org.';

export const Email = z
  .string({ error: 'Email is required.' })
  .trim()
  .min(1, 'Email is required.')
  .max(EMAIL_MAX, `At most ${EMAIL_MAX} characters.`)
  .pipe(z.email({ error: EMAIL_MESSAGE }));

/** The address that identifies an account: compared and stored without regard to case. */
export const AccountEmail = Email.transform((email) => email.toLowerCase());

export const EmailOrEmpty = z.union([z.literal(''), Email], { error: EMAIL_MESSAGE });

/** A phone as `formatPhone` gives it, or ''; `error` is the message for anything but text. */
function formattedPhone(error: string) {
  return z
    .string({ error })
    .trim()
    .max(PHONE_MAX, { error: `At most ${PHONE_MAX} characters.`, abort: true })
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

export const ZIP5_MESSAGE = 'Zipcode must be exactly 5 digits.';
export const Zip5 = z
  .string({ error: 'Zipcode is required.' })
  .trim()
  .min(1, { error: 'Zipcode is required.', abort: true })
  .regex(/^\d{5}$/, ZIP5_MESSAGE);
export const Zip5OrEmpty = z.union([z.literal(''), Zip5], { error: ZIP5_MESSAGE });

export const Zip4 = z
  .string()
  .trim()
  .regex(/^(\d{4})?$/, 'The zipcode extension must be exactly 4 digits.');

export const State = z.enum(STATE_CODES, { error: 'Choose a state.' });

/** Any uuid that PostgreSQL takes, whatever its version, in the one spelling that ids are compared in. */
export const Uuid = z.guid({ error: 'Must be an id (uuid).' }).toLowerCase();

export const Year = z
  .number({ error: 'Enter a year, like 2026.' })
  .int('Enter a year, like 2026.')
  .min(EARLIEST_YEAR, YEAR_BOUNDS_MESSAGE)
  .max(LATEST_YEAR, YEAR_BOUNDS_MESSAGE);

export const INSTANT_BOUNDS_MESSAGE = `Enter a date between ${EARLIEST_YEAR} and ${LATEST_YEAR}.`;
const INSTANT_MESSAGE = 'Enter a date and time in ISO 8601, like 2026-11-21T08:00:00Z.';

/** An instant, ISO 8601 with a zone, of any time that can be written; in UTC. For what has bounds of its own. */
export const WrittenInstant = z.iso
  .datetime({ offset: true, error: INSTANT_MESSAGE, abort: true })
  .refine((instant) => !Number.isNaN(Date.parse(instant)), { error: INSTANT_MESSAGE, abort: true })
  .transform((instant) => new Date(instant).toISOString());

/** An instant, ISO 8601 with a zone; kept in UTC. */
export const Instant = WrittenInstant.refine(isStorableInstant, INSTANT_BOUNDS_MESSAGE);

const INSTANT_OR_DAY_MESSAGE = 'Enter a date in ISO 8601, like 2026-11-21 or 2026-11-21T08:00:00Z.';

/** A bound of a filter: a day or an instant. */
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
  .pipe(z.iso.date({ error: 'Enter a real date as YYYY-MM-DD.' }))
  .refine((date) => date >= EARLIEST_BIRTH_DATE, 'Date of birth must be in 1900 or later.');

/** An instant in an answer of ours: always UTC with milliseconds. Entities hold it as a Date. */
export const AnsweredInstant = z.union([z.date().transform((at) => at.toISOString()), z.iso.datetime()]);

/**
 * An object that takes `shape` and nothing else, but lets the read-only fields of our own answers come back: they are
 * dropped before the strict check (decisions, section 2). For JSON bodies.
 */
export function bodyWithReadOnly<Shape extends z.ZodRawShape>(shape: Shape, readOnly: readonly string[]) {
  const dropped = new Set(readOnly);
  const strict = z.strictObject(shape);
  return z.preprocess(
    (value: z.input<typeof strict>): unknown =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key)))
        : value,
    strict,
  );
}

/** Dates of this product lie between 1900 and 2999, like its years; others do not survive every place a date goes. */
function isStorableInstant(instant: string): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
}

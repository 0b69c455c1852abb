import { z } from 'zod';
import { MAX_LIST_LIMIT } from '#app/config/constants.ts';
import type { Page } from '#app/domain/listing.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { parseBody, parseQuery } from '#app/server/parse-input.server.ts';
import { CommandFailure, errorLine, EXIT, optionOf } from './command-failure.ts';
import { isWallClock, readWallClock } from '#app/lib/time/wall-clock.ts';
import { Instant, INSTANT_BOUNDS_MESSAGE, WrittenInstant } from '#app/schemas/fields.ts';

/** Options, as parsed by Commander. */
export type OptionValues = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** The options of `addPageOptions`, as parsed by Commander. */
export interface PageOptions {
  readonly sort?: string;
  readonly direction?: string;
  readonly limit?: string;
  readonly offset?: string;
}

/**
 * Parses filter options with the schema of the web app and REST API: `--before-date` is `beforeDate`.
 *
 * @throws {CommandFailure} when an option isn't valid (usage error)
 */
export function parseFilter<Schema extends z.ZodType>(
  schema: Schema,
  values: OptionValues,
): z.output<Schema> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const one of [value].flat().map(String)) {
      // A script's unset variable must not widen the selection to everything.
      if (one.trim() === '') throw new CommandFailure(`${optionOf(name)}: Enter a value.`, EXIT.usage);
      params.append(name, one);
    }
  }
  return asUsage(() => parseQuery(schema, params));
}

/** A limit beyond the REST API's maximum; other values become 0. */
const ListLimit = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .catch(0);

/** Like `parseFilter`, but `--limit` may exceed the REST API's maximum. */
export function parseListFilter<Schema extends z.ZodType<Page>>(
  schema: Schema,
  values: OptionValues & PageOptions,
): z.output<Schema> {
  const limit = ListLimit.parse(values.limit);
  if (limit <= MAX_LIST_LIMIT) return parseFilter(schema, values);
  return { ...parseFilter(schema, { ...values, limit: String(MAX_LIST_LIMIT) }), limit };
}

/** Like `parseFilter`, for the fields of a new or changed record. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
  names: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  return asUsage(() => parseBody(schema, values), names);
}

/** @throws {CommandFailure} when `work` throws Invalid, with the options of the fields (usage error) */
export async function withOptionErrors<Output>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<Output>,
): Promise<Output> {
  try {
    return await work();
  } catch (error) {
    throw asUsageFailure(error, names);
  }
}

function asUsage<Output>(parse: () => Output, names: Readonly<Record<string, string>> = {}): Output {
  try {
    return parse();
  } catch (error) {
    throw asUsageFailure(error, names);
  }
}

function asUsageFailure(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof Invalid)) return error;
  const lines = error.issues.map((issue) => errorLine(issue, names));
  return new CommandFailure([...new Set(lines)].join('\n'), EXIT.usage);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;

/**
 * Parses a date (at `clock`) or local date and time in `timeZone`, or an ISO 8601 instant. Returns ISO 8601 in UTC.
 *
 * @throws {CommandFailure} when it isn't valid, or a clock change skips or repeats it (usage error)
 */
export function parseInstant(
  option: string,
  typed: string,
  { clock, timeZone }: { clock: string; timeZone: string },
): string {
  const [, day, time] = DAY_AND_TIME.exec(DAY.test(typed) ? `${typed} ${clock}` : typed) ?? [];
  if (day === undefined || time === undefined) {
    if (WrittenInstant.safeParse(typed).success) return storable(typed);
    throw failure(
      `Enter a date like 2026-12-01, a date and time like "2026-12-01 17:00", or a UTC time like 2026-12-02T02:00:00Z.`,
    );
  }
  const wallClock = `${day}T${time}`;
  if (!isWallClock(wallClock)) throw failure(`This date or time doesn't exist.`);
  const reading = readWallClock(wallClock, timeZone);
  if (reading.instant === undefined) throw failure(reading.error);
  return storable(reading.instant);

  function storable(written: string): string {
    const instant = Instant.safeParse(written);
    if (instant.success) return instant.data;
    throw failure(INSTANT_BOUNDS_MESSAGE);
  }

  function failure(why: string): CommandFailure {
    return new CommandFailure(`${option} ${typed}: ${why}`, EXIT.usage);
  }
}

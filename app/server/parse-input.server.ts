import { type FilteredList, filterLabel } from '#app/messages/filter-labels.ts';
import { z } from 'zod';
import { NOTES_PAGE } from '#app/config/constants.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { safeParseQuery } from '#app/lib/parse-query.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-url.ts';
import { INSTANT_OR_DAY_MESSAGE, Uuid, UUID_MESSAGE } from '#app/schemas/fields.ts';
import { ONE_OF } from '#app/schemas/messages.ts';

const QUERY_MESSAGE = 'Some query parameters need your attention.';

/** @throws {Invalid} with every issue */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return parsedOrThrow(schema.safeParse(body), 'Some fields in the request need your attention.');
}

/**
 * Parses a query string: repeated keys become lists, empty values count as absent.
 * @throws {Invalid} with every issue
 */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return parsedOrThrow(safeParseQuery(schema, params), QUERY_MESSAGE);
}

/**
 * Parses a query string without lists: of repeated keys the first value counts, and empty values aren't absent.
 * @throws {Invalid} with every issue
 */
export function parseFirstValues<Schema extends z.ZodType>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  // The last entry of a key wins.
  return parsedOrThrow(schema.safeParse(Object.fromEntries([...params].reverse())), QUERY_MESSAGE);
}

export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    message: issue.message,
  }));
}

function parsedOrThrow<Output>(result: z.ZodSafeParseResult<Output>, message: string): Output {
  if (result.success) return result.data;
  throw new Invalid(issuesOf(result.error), message);
}

/**
 * Returns a screen's message for an invalid query of a list, with the screen's labels: 'Unable to filter designations:
 * Status: Choose one of the options.'
 */
export function filterRefusal(list: FilteredList, { issues }: Invalid): string {
  const errors = issues.map(({ path: [field], message }) =>
    field === undefined ? message : `${filterLabel(list, String(field))}: ${shownMessage(message)}`,
  );
  return `Unable to filter ${list}: ${[...new Set(errors)].join(' ')}`;
}

/** Replaces a message about values of the REST API, for which screens have inputs. */
function shownMessage(message: string): string {
  if (message.startsWith(ONE_OF)) return 'Choose one of the options.';
  if (message === INSTANT_OR_DAY_MESSAGE) return 'Choose a date.';
  return message === UUID_MESSAGE ? "This isn't a valid ID." : message;
}

/** Returns the page of the internal notes that the URL names; 1 by default. */
export function notesPage(url: URL): number {
  return z.coerce.number().int().positive().safeParse(url.searchParams.get(NOTES_PAGE)).data ?? 1;
}

/** Returns the event that the history page ends before; null for the newest page or an invalid ID. */
export function historyBefore(url: URL): string | null {
  return Uuid.safeParse(url.searchParams.get(HISTORY_BEFORE)).data ?? null;
}

import { useEffect, useState } from 'react';
import { SEARCH_TEXT_MAX } from '#app/config/constants.ts';
import { ApiError, readResponse } from '#app/lib/browser/api-response.ts';
import { resultCount, searchResultGroups, type SearchResultGroup } from '#app/messages/search-labels.ts';
import { SEARCH_MESSAGES } from '#app/messages/search-messages.ts';
import { SearchResponseSchema } from '#app/schemas/search.ts';

/** Delay after the last keystroke, in milliseconds: only lists that someone waits for are requested and recorded. */
const TYPING_MS = 300;
const TIMEOUT_MS = 15_000;
const TEXT_MIN = 2;
const NONE: readonly SearchResultGroup[] = [];

export const SEARCH_HINT =
  'Type the start of one or more names, a year, an email address, or a reference. We record searches that show students.';

interface Outcome {
  /** The text that was searched for. */
  readonly text: string;
  readonly groups: readonly SearchResultGroup[];
  /** What to say about the text; null before a search. */
  readonly status: string | null;
  readonly isFailure: boolean;
}

const NOTHING_YET: Outcome = { text: '', groups: NONE, status: null, isFailure: false };

/**
 * Returns the results for a text after typing has stopped, and until then those of the text that it continues.
 * Requests for outdated texts are aborted.
 */
export function useSearch(text: string): Outcome & { readonly isCurrent: boolean } {
  const [outcome, setOutcome] = useState(NOTHING_YET);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < TEXT_MIN) return undefined;
    const aborting = new AbortController();
    const timer = window.setTimeout(() => {
      void findResults(wanted, aborting.signal).then((found) => {
        if (!aborting.signal.aborted) setOutcome(found);
      });
    }, TYPING_MS);
    return () => {
      window.clearTimeout(timer);
      aborting.abort();
    };
  }, [wanted]);
  const isRelated = wanted.startsWith(outcome.text) || outcome.text.startsWith(wanted);
  const shown = wanted.length >= TEXT_MIN && isRelated ? outcome : NOTHING_YET;
  return { ...shown, isCurrent: shown.text === wanted };
}

async function findResults(text: string, signal: AbortSignal): Promise<Outcome> {
  if (text.length > SEARCH_TEXT_MAX)
    return { text, groups: NONE, status: SEARCH_MESSAGES.tooLong(SEARCH_TEXT_MAX), isFailure: true };
  try {
    const response = await fetch('/api/search', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const groups = searchResultGroups(await readResponse(response, SearchResponseSchema));
    return {
      text,
      groups,
      status: groups.length === 0 ? SEARCH_MESSAGES.nothing : resultCount(groups),
      isFailure: false,
    };
  } catch (error) {
    return { text, groups: NONE, status: failureOf(error), isFailure: true };
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return SEARCH_MESSAGES.unreachable;
  if (error.status === 401) return SEARCH_MESSAGES.signedOut;
  return error.status === 400 ? SEARCH_MESSAGES.tooShort : error.message;
}

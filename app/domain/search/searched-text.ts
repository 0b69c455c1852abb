import { Invalid } from '#app/lib/domain-errors.ts';
import { SEARCH_MESSAGES } from '#app/messages/search-messages.ts';
import { foldedText } from '#app/students/same-student.ts';
import { findReference, type FoundReference } from '#app/lib/text/short-reference.ts';
import { searchedWords } from '#db/search-key-sql.ts';

/** What a search text asks for. */
export interface SearchedText {
  /** Beginnings of words of names, all of which must match. */
  readonly words: readonly string[];
  /** Limit students and designations to these years; alone, they find designations. */
  readonly years: readonly number[];
  /** A UUID that was typed instead of words. */
  readonly id: string | null;
  /** A designation's reference, like `2026-7K3M-Q2XP`. */
  readonly reference: FoundReference | null;
}

const YEAR = /^(?:19|2\d)\d\d$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WORDS_MAX = 8;
const SHORTEST_WORD = 2;

/** @throws {Invalid} when no word has two characters, because everything would match */
export function parseSearchText(text: string): SearchedText {
  if (ID.test(text)) return { words: [], years: [], id: text.toLowerCase(), reference: null };
  const typed = searchedWords(foldedText(text)).slice(0, WORDS_MAX);
  const years = typed.filter((word) => YEAR.test(word)).map(Number);
  const words = typed.filter((word) => !YEAR.test(word));
  if (
    words.every((word) => Array.from(word).length < SHORTEST_WORD) &&
    (years.length === 0 || words.length > 0)
  ) {
    throw new Invalid([{ path: ['text'], message: SEARCH_MESSAGES.tooShort }], SEARCH_MESSAGES.tooShort);
  }
  return { words, years, id: null, reference: findReference(text) };
}

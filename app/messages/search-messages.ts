import { counted } from '#app/lib/text/counted.ts';

/** Messages about the search. */
export const SEARCH_MESSAGES = {
  tooShort: 'Type at least two letters of a name, a year, or a reference.',
  tooLong: (max: number) => `That's too long to search for. Use at most ${counted(max, 'character')}.`,
  tooMany: (limit: number, minutes: number, seconds: number) =>
    `You've searched ${counted(limit, 'time')} in ${counted(minutes, 'minute')}. Try again in ${counted(Math.ceil(seconds / 60), 'minute')}.`,
  unreachable: "Can't reach the server. Check your connection, then change the text to try again.",
  signedOut: 'Your session has ended. Reload the page to sign in again.',
  nothing: 'No results. Check the spelling, or type less of the name.',
} as const;

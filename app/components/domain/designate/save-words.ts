import type { SaveFailure, SaveView } from '#app/components/domain/designate/desk-view.ts';
import { counted } from '#app/lib/draft-words.ts';
import { timeInZone } from '#app/lib/zoned-time.ts';

/** 'Saved at 2:02 PM AKST.' and what of it is not; null before there is anything to tell. */
export function savedInWords(view: SaveView, timeZone: string): string | null {
  const { isSaving, savedAt, unfinished, waitsForContinue } = view;
  if (isSaving) return 'Saving…';
  const saved = savedAt === null ? null : `Saved at ${timeInZone(savedAt, timeZone)}`;
  const rest = [
    unfinished === 0
      ? null
      : `${counted(unfinished, 'field')} ${unfinished === 1 ? 'is' : 'are'} not finished yet and ${unfinished === 1 ? 'stays' : 'stay'} in this browser.`,
    waitsForContinue ? 'The smaller class is saved when you continue.' : null,
  ].filter((part) => part !== null);
  if (saved === null && rest.length === 0) return null;
  return rest.length === 0
    ? (saved ?? '')
    : [saved === null ? null : `${saved}.`, ...rest].filter(Boolean).join(' ');
}

/** What went wrong and what to do. `change` says who changed it, where that is why. */
export function notSavedInWords(failure: SaveFailure, change: string): string {
  switch (failure.reason) {
    case 'offline':
      return 'Not saved: you are offline. What you typed stays in this browser and is saved when the connection is back.';
    case 'away':
      return 'Not saved: the server cannot be reached. What you typed stays in this browser; saving is tried again by itself.';
    case 'signedOut':
      return 'Not saved: you are signed out. Leave this page open and sign in again in another tab; what you typed is then saved.';
    case 'stale':
      return `Not saved: ${change}.`;
    case 'refused':
      return `Not saved: ${failure.message}`;
  }
}

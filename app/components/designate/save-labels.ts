import type { SaveFailure, SaveView } from '#app/components/designate/editing-session-view.ts';
import { counted } from '#app/lib/draft-labels.ts';
import { lockedSentence } from '#app/lib/messages/locked-designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { timeInZone } from '#app/lib/time/zoned-time.ts';

/** 'Saved at 2:02 PM AKST.' and what isn't saved yet; null before there is anything to say. */
export function formatSaved(view: SaveView, timeZone: string): string | null {
  const { isSaving, savedAt, unfinished, waitsForContinue } = view;
  if (isSaving) return 'Saving…';
  const saved = savedAt === null ? null : `Saved at ${timeInZone(savedAt, timeZone)}`;
  const rest = [
    unfinished.length === 0 ? null : unfinishedSentence(unfinished),
    waitsForContinue ? 'The smaller class is saved when you continue.' : null,
  ].filter((part) => part !== null);
  if (saved === null && rest.length === 0) return null;
  return rest.length === 0
    ? (saved ?? '')
    : [saved === null ? null : `${saved}.`, ...rest].filter(Boolean).join(' ');
}

/** More are counted, not named. */
const FIELDS_NAMED_MAX = 3;

/** '2 fields need fixing: student 1 phone, student 2 email. They are saved on this device only.' */
function unfinishedSentence(fields: readonly string[]): string {
  const more = fields.length - FIELDS_NAMED_MAX;
  const named = fields.slice(0, FIELDS_NAMED_MAX).join(', ') + (more > 0 ? `, and ${more} more` : '');
  return fields.length === 1
    ? `1 field needs fixing: ${named}. It is saved on this device only.`
    : `${counted(fields.length, 'field')} need fixing: ${named}. They are saved on this device only.`;
}

/** What the office has decided while something was typed that is not stored. */
export function formatLocked(status: DesignationStatus): string {
  return `Not saved: ${lockedSentence(status) ?? ''} What you typed is still on this page, but it can't be saved anymore.`;
}

/** What went wrong and what to do. `change` says who changed it, where that is why. */
export function formatNotSaved(failure: SaveFailure, change: string): string {
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

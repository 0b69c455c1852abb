import { YEAR_REFUSED } from '#app/lib/messages/refusal-prefixes.ts';
import type { SubmissionResult } from '@conform-to/react';

/** What a refused form of the years' screen leaves to show. */
interface YearsReply {
  /** The form that was sent. */
  readonly intent: 'choose' | 'add' | 'undo' | null;
  readonly refusal: string | undefined;
  /** The id of the year that was chosen. */
  readonly chosenId: string | undefined;
  readonly typedYear: string | undefined;
}

/** Reads a refused form; its fields have no room for messages, so that the refusal says what is wrong with them too. */
export function yearsReplyOf(reply: SubmissionResult<string[]> | undefined): YearsReply {
  const { intent, chosen, year } = reply?.initialValue ?? {};
  const known = intent === 'choose' || intent === 'add' || intent === 'undo' ? intent : null;
  const said = reply?.error?.['']?.join(' ');
  const ofFields = Object.values(reply?.error ?? {}).flatMap((messages) => messages ?? []);
  const prefix = known === 'add' ? '' : YEAR_REFUSED;
  return {
    intent: known,
    refusal: said ?? (ofFields.length === 0 ? undefined : `${prefix}${ofFields.join(' ')}`),
    chosenId: typeof chosen === 'string' ? chosen.split('.')[0] : undefined,
    typedYear: typeof year === 'string' ? year : undefined,
  };
}

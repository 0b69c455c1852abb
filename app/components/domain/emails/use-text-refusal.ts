import type { SubmissionResult } from '@conform-to/react';
import { useState } from 'react';
import type { SummaryItem } from '#app/components/forms/error-summary.tsx';
import { faultsOf } from './email-form-reply.ts';
import type { TextCheck } from './use-text-check.ts';

/** What is looked at while it is written. */
const CHECKED_FIELDS = ['subject', 'body'];

/** As they stand in the form. */
const FIELDS = ['', 'name', ...CHECKED_FIELDS];

type Reply = SubmissionResult<string[]> | undefined;

export interface TextRefusal {
  /** The reply, until it is given up. */
  readonly reply: Reply;
  readonly errorsOf: (name: 'name' | 'subject' | 'body') => string[];
  readonly summary: SummaryItem[];
  /** The changes that were refused are given up, and the refusal with them. */
  readonly forget: () => void;
}

/** What the server has against the text that was sent: not against one that has been mended since, as far as that has been looked at. */
export function useTextRefusal(
  given: Reply,
  formId: string,
  { answer, sound, failure }: TextCheck,
): TextRefusal {
  const [seen, setSeen] = useState({ given, sound, isForgotten: false });
  if (seen.given !== given) setSeen({ given, sound, isForgotten: false });
  const reply = seen.given === given && seen.isForgotten ? undefined : given;
  const isMended = failure === null && sound > seen.sound && answer.problems.length === 0;
  const errors = Object.fromEntries(
    Object.entries(reply?.error ?? {})
      .filter(([name]) => !isMended || !CHECKED_FIELDS.includes(name))
      .sort(([one], [other]) => FIELDS.indexOf(one) - FIELDS.indexOf(other)),
  );
  return {
    reply,
    errorsOf: (name) => errors[name] ?? [],
    summary: faultsOf(errors, formId),
    forget: () => setSeen({ given, sound, isForgotten: true }),
  };
}

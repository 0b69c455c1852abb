import { useState } from 'react';
import type { SummaryItem } from '#app/components/forms/error-summary.tsx';
import { type ServerReply, summaryOf, useEditedFields } from '#app/components/forms/server-errors.ts';
import type { TextCheck } from './use-text-check.ts';

/** What is looked at while it is written. */
const CHECKED_FIELDS = ['subject', 'body'];

/** As they stand in the form. */
const FIELDS = ['', 'name', ...CHECKED_FIELDS];

export interface TextRefusal {
  /** The reply, until it is given up. */
  readonly reply: ServerReply;
  readonly errorsOf: (name: 'name' | 'subject' | 'body') => string[];
  readonly summary: SummaryItem[];
  /** The changes that were refused are given up, and the refusal with them. */
  readonly forget: () => void;
}

/** What the server has against the text that was sent, as far as it hasn't been fixed since. */
export function useTextRefusal(
  given: ServerReply,
  formId: string,
  { answer, failure }: TextCheck,
): TextRefusal {
  const [previous, setPrevious] = useState({ given, answer, isForgotten: false });
  if (previous.given !== given) setPrevious({ given, answer, isForgotten: false });
  const reply = previous.given === given && previous.isForgotten ? undefined : given;
  const edited = useEditedFields(formId, reply);
  const isChecked = failure === null && answer !== previous.answer;
  const isFound = (name: string, error: string) =>
    answer.problems.some(({ field, message }) => field === name && error.endsWith(message));
  const isOpen = (name: string, error: string) => {
    if (name === 'name') return !edited.includes(name);
    return !isChecked || !CHECKED_FIELDS.includes(name) || isFound(name, error);
  };
  const errors = Object.fromEntries(
    Object.entries(reply?.error ?? {})
      .map(([name, found]) => [name, found?.filter((error) => isOpen(name, error)) ?? []] as const)
      .sort(([one], [other]) => FIELDS.indexOf(one) - FIELDS.indexOf(other)),
  );
  return {
    reply,
    errorsOf: (name) => errors[name] ?? [],
    summary: summaryOf(errors, formId),
    forget: () => setPrevious({ given, answer, isForgotten: true }),
  };
}

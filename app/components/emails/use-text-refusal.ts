import { useState } from 'react';
import type { SummaryItem } from '#app/components/forms/error-summary.tsx';
import { type ServerReply, summaryOf, useEditedFields } from '#app/components/forms/server-errors.ts';
import type { TextCheck } from './use-text-check.ts';

/** Fields checked while typing. */
const CHECKED_FIELDS = ['subject', 'body'];

/** In form order. */
const FIELDS = ['', 'name', ...CHECKED_FIELDS];

export interface TextRefusal {
  /** The server's response, unless discarded. */
  readonly reply: ServerReply;
  readonly errorsOf: (name: 'name' | 'subject' | 'body') => string[];
  readonly summary: SummaryItem[];
  /** Discards the rejected changes and their errors. */
  readonly forget: () => void;
}

/** Returns the server's errors for the submitted text that haven't been fixed yet. */
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

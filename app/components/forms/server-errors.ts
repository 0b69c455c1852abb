import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';
import type { SummaryItem } from '#app/components/forms/error-summary.tsx';

export type ServerReply = SubmissionResult<string[]> | undefined;

/** One array for all renders; a new one would re-run the effect and detach the listener in the middle of an event. */
const NONE: readonly string[] = [];

/**
 * Returns the fields with server errors whose values have changed since the submit.
 * @param deciding fields that other fields' errors depend on; changing one clears all errors
 */
export function useEditedFields(
  formId: string,
  reply: ServerReply,
  deciding: readonly string[] = NONE,
): readonly string[] {
  const [edited, setEdited] = useState(NONE);
  const [previous, setPrevious] = useState(reply);
  if (previous !== reply) {
    setPrevious(reply);
    setEdited(NONE);
  }
  useEffect(() => {
    if (!reply?.error) return;
    const names = [...Object.keys(reply.error), ...deciding].filter((name) => name !== '');
    const onInput = () => {
      const shown = document.getElementById(formId);
      if (!(shown instanceof HTMLFormElement)) return;
      const values = new FormData(shown);
      const sent = (name: string) => [reply.initialValue?.[name] ?? []].flat();
      const changed = names.filter((name) => textOf(values.getAll(name)) !== textOf(sent(name)));
      setEdited(deciding.some((name) => changed.includes(name)) ? names : changed);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [deciding, formId, reply]);
  return edited;
}

/**
 * Returns the server's errors for a form without conform, and the items of its error summary.
 * @param deciding fields that other fields' errors depend on; changing one clears all errors
 */
export function useServerErrors(formId: string, reply: ServerReply, deciding?: readonly string[]) {
  const edited = useEditedFields(formId, reply, deciding);
  const open = Object.fromEntries(
    Object.entries(reply?.error ?? {}).map(([name, found]) => [
      name,
      edited.includes(name) ? [] : (found ?? []),
    ]),
  );
  return { errorsOf: (name: string) => open[name] ?? [], summary: summaryOf(open, formId) };
}

/** Converts errors to summary items. A control's ID is the form's ID and its name. */
export function summaryOf(
  errors: Readonly<Record<string, readonly string[]>>,
  formId: string,
): SummaryItem[] {
  return Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => (name === '' ? { message } : { message, fieldId: `${formId}-${name}` })),
  );
}

/** Returns the submitted text of a field; undefined before a submit. */
export function sentText(reply: ServerReply, name: string): string | undefined {
  const sent = reply?.initialValue;
  if (sent === undefined || sent === null) return undefined;
  const value = sent[name];
  return typeof value === 'string' ? value : '';
}

/** Normalizes submitted values for comparison; forms send line breaks as CRLF. */
function textOf(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => value !== '')).replaceAll(String.raw`\r\n`, String.raw`\n`);
}

import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';
import type { SummaryItem } from '#app/components/forms/error-summary.tsx';

export type ServerReply = SubmissionResult<string[]> | undefined;

/** One array for all renders: another would take the listener away in the middle of an event. */
const NONE: readonly string[] = [];

/**
 * The fields, of those that the server refused, whose value has been changed since.
 *
 * @param deciding fields that decide what is wrong with others: another value takes back every message
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

/** What the server has against the fields of a form without conform, and the lines of its summary. */
export function useServerErrors(formId: string, reply: ServerReply) {
  const edited = useEditedFields(formId, reply);
  const open = Object.fromEntries(
    Object.entries(reply?.error ?? {}).map(([name, found]) => [
      name,
      edited.includes(name) ? [] : (found ?? []),
    ]),
  );
  return { errorsOf: (name: string) => open[name] ?? [], summary: summaryOf(open, formId) };
}

/** What was refused, for the summary; a control's id is its form's and its name. */
export function summaryOf(
  errors: Readonly<Record<string, readonly string[]>>,
  formId: string,
): SummaryItem[] {
  return Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => (name === '' ? { message } : { message, fieldId: `${formId}-${name}` })),
  );
}

/** What was typed in a field that was refused. */
export function sentText(reply: ServerReply, name: string): string | undefined {
  const sent = reply?.initialValue;
  if (sent === undefined || sent === null) return undefined;
  const value = sent[name];
  return typeof value === 'string' ? value : '';
}

/** Values that a form would send alike; line breaks are sent as two characters. */
function textOf(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => value !== '')).replaceAll(String.raw`\r\n`, String.raw`\n`);
}

import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { isRecord } from '#app/lib/records.ts';

export type ServerReply = SubmissionResult<string[]> | undefined;

/** One array for all renders; a new one would re-run the effect and detach the listener in the middle of an event. */
const NONE: readonly string[] = [];

/**
 * Returns the fields with server errors whose values have changed since the submit.
 * @param controllingFields fields that other fields' errors depend on; changing one clears all errors
 */
export function useEditedFields(
  formId: string,
  reply: ServerReply,
  controllingFields: readonly string[] = NONE,
): readonly string[] {
  const [edited, setEdited] = useState(NONE);
  const [previous, setPrevious] = useState(reply);
  if (previous !== reply) {
    setPrevious(reply);
    setEdited(NONE);
  }
  useEffect(() => {
    if (!reply?.error) return;
    const names = [...Object.keys(reply.error), ...controllingFields].filter((name) => name !== '');
    const onInput = () => {
      const shown = document.getElementById(formId);
      if (!(shown instanceof HTMLFormElement)) return;
      const values = new FormData(shown);
      const sent = (name: string) => [sentValue(reply, name) ?? []].flat();
      const changed = names.filter((name) => textOf(values.getAll(name)) !== textOf(sent(name)));
      setEdited(controllingFields.some((name) => changed.includes(name)) ? names : changed);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [controllingFields, formId, reply]);
  return edited;
}

/** Returns the submitted text of a field; undefined before a submit. */
export function sentText(reply: ServerReply, name: string): string | undefined {
  if (reply?.initialValue == null) return undefined;
  const value = sentValue(reply, name);
  return typeof value === 'string' ? value : '';
}

/** Returns what was submitted for a field, which may be part of a group, like `address.city`. */
function sentValue(reply: ServerReply, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((group, part) => (isRecord(group) ? group[part] : undefined), reply?.initialValue);
}

/** Normalizes submitted values for comparison; forms send line breaks as CRLF. */
function textOf(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => value !== '')).replaceAll(String.raw`\r\n`, String.raw`\n`);
}

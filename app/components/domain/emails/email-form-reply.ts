import type { SubmissionResult } from '@conform-to/react';
import type { SummaryItem } from '#app/components/forms/error-summary.tsx';

type Reply = SubmissionResult<string[]> | undefined;

/** What was typed in a field that was refused. */
export function sentText(reply: Reply, name: string): string | undefined {
  const sent = reply?.initialValue;
  if (sent === undefined || sent === null) return undefined;
  const value = sent[name];
  return typeof value === 'string' ? value : '';
}

type FormErrors = Readonly<Record<string, string[] | null | undefined>>;

/** What was refused, for the summary; a control's id is its form's and its name. */
export function faultsOf(errors: FormErrors | null | undefined, formId: string): SummaryItem[] {
  return Object.entries(errors ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) =>
      name === '' ? { message } : { message, fieldId: `${formId}-${name}` },
    ),
  );
}

import { type DefaultValue, useForm } from '@conform-to/react';
import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type ServerReply, useEditedFields } from '#app/components/forms/server-errors.ts';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { type Check, validateWith } from '#app/components/forms/use-lazy-checks.ts';

/** The state of a form that conform manages, as the error summary reads it. */
export interface FormState {
  readonly allErrors: Record<string, string[]>;
  readonly status: 'success' | 'error' | undefined;
}

interface LoadedFormProps<Fields, Value> {
  id: string;
  reply: ServerReply;
  controllingFields: readonly string[] | undefined;
  check: Check<Fields, Value>;
  formRef: RefObject<HTMLFormElement>;
  /** Called after each change of the state. */
  onState: (state: FormState) => void;
  /** Called with conform's submit handler, null after unmounting. */
  onReady: (submit: ((event: FormEvent<HTMLFormElement>) => void) | null) => void;
}

/** Lets conform manage a form that is already on the page. Renders nothing, so the form keeps its text and focus. */
export function LoadedForm<Fields extends Record<string, unknown>, Value>({
  id,
  reply,
  controllingFields,
  check,
  formRef,
  onState,
  onReady,
}: LoadedFormProps<Fields, Value>) {
  const [defaultValue] = useState(() => defaultsOfSelects(id) as DefaultValue<Fields>);
  const [form] = useForm<Fields, Value>({
    id,
    defaultValue,
    lastResult: reply ?? null,
    shouldRevalidate: 'onInput',
    onValidate: validateWith(check),
  });
  useCheckOnBlur(formRef, (name) => form.validate({ name }));
  const edited = useEditedFields(id, reply, controllingFields);
  const allErrors = withServerErrors(form.allErrors, reply, edited);
  const { status } = form;
  const shown = useRef('');
  useLayoutEffect(() => {
    const signature = JSON.stringify([allErrors, status]);
    if (signature === shown.current) return;
    shown.current = signature;
    onState({ allErrors, status });
  });
  const submit = form.onSubmit;
  useLayoutEffect(() => {
    onReady(submit);
    return () => onReady(null);
  }, [onReady, submit]);
  return null;
}

/** Returns what a form's lists have selected at first. Otherwise conform would select nothing when the form is reset. */
function defaultsOfSelects(formId: string): Record<string, string> {
  const form = document.getElementById(formId);
  const lists = [...(form?.querySelectorAll('select') ?? [])];
  return Object.fromEntries(
    lists.map(({ name, options }) => {
      const first = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0];
      return [name, first?.value ?? ''];
    }),
  );
}

/** Keeps the server's errors, which conform drops at its next check, until their fields are edited. */
function withServerErrors(
  found: FormState['allErrors'],
  reply: ServerReply,
  edited: readonly string[],
): FormState['allErrors'] {
  const merged = { ...found };
  for (const [name, messages] of Object.entries(reply?.error ?? {})) {
    if (name === '' || edited.includes(name)) continue;
    merged[name] = [...new Set([...(merged[name] ?? []), ...(messages ?? [])])];
  }
  return merged;
}

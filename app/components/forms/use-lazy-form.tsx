import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { FormState, LoadedForm } from '#app/components/forms/loaded-form.tsx';
import type { PlainField } from '#app/components/forms/field-parts.ts';
import { sentText, type ServerReply, useEditedFields } from '#app/components/forms/server-errors.ts';
import { type Check, useLazyChecks } from '#app/components/forms/use-lazy-checks.ts';

/** A field of a form that conform manages once it has loaded. */
export type LazyField = Required<Pick<PlainField, 'name' | 'id' | 'errors' | 'defaultValue'>>;

interface LazyFormOptions<Fields, Value> {
  readonly id: string;
  readonly reply: ServerReply;
  /** Imports the form's check; must be the same function on every render. */
  readonly fetchCheck: () => Promise<Check<Fields, Value>>;
  /** Fields that other fields' errors depend on; changing one clears the server's errors. */
  readonly controllingFields?: readonly string[];
}

/**
 * Like conform's `useForm`, but loads conform and the schemas when the form is first used. Until then, only the server
 * validates, and its errors are shown until their field changes. Render `loaded` in the form.
 */
export function useLazyForm<Fields extends Record<string, unknown>, Value>({
  id,
  reply,
  fetchCheck,
  controllingFields,
}: LazyFormOptions<Fields, Value>) {
  const formRef = useRef<HTMLFormElement>(null);
  const submit = useRef<((event: FormEvent<HTMLFormElement>) => void) | null>(null);
  const [state, setState] = useState<FormState>();
  const edited = useEditedFields(id, reply, controllingFields);
  const fetchForm = useCallback(async (): Promise<{
    Loaded: typeof LoadedForm;
    check: Check<Fields, Value>;
  }> => {
    const [{ LoadedForm: Loaded }, check] = await Promise.all([
      import('#app/components/forms/loaded-form.tsx'),
      fetchCheck(),
    ]);
    return { Loaded, check };
  }, [fetchCheck]);
  const fetched = useLazyChecks(formRef, fetchForm);
  const onReady = useCallback((ready: typeof submit.current) => {
    submit.current = ready;
  }, []);
  const { allErrors, status } = state ?? serverState(reply, edited);
  const loaded: ReactNode =
    fetched === undefined ? null : (
      <fetched.Loaded
        {...{ id, reply, controllingFields, formRef, onReady }}
        check={fetched.check}
        onState={setState}
      />
    );
  return {
    formProps: {
      id,
      ref: formRef,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => submit.current?.(event),
    },
    summary: { id, status, allErrors, isCurrent: true },
    errorsOf: (name: string) => allErrors[name] ?? [],
    /** Returns the properties of a field with what was submitted, or else this text. */
    fieldOf: (name: string, defaultValue = ''): LazyField => ({
      name,
      id: `${id}-${name}`,
      errors: allErrors[name] ?? [],
      defaultValue: sentText(reply, name) ?? defaultValue,
    }),
    loaded,
  };
}

/** Returns the server's errors, except those of fields that were edited since. */
function serverState(reply: ServerReply, edited: readonly string[]): FormState {
  const open = Object.entries(reply?.error ?? {}).filter(([name]) => !edited.includes(name));
  return {
    allErrors: Object.fromEntries(open.map(([name, messages]) => [name, messages ?? []])),
    status: reply?.error ? 'error' : undefined,
  };
}

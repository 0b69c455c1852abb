import { type FieldMetadata, type FormMetadata, type SubmissionResult, useForm } from '@conform-to/react';
import { useEffect, useState } from 'react';

interface ServerFormOptions<Fields extends Record<string, unknown>> extends Pick<
  NonNullable<Parameters<typeof useForm<Fields>>[0]>,
  'defaultValue' | 'constraint'
> {
  readonly id: string;
  /** What the server found in the form. */
  readonly reply: SubmissionResult<string[]> | undefined;
  /** Fields that decide what is wrong with others: another value takes back every message. */
  readonly deciding?: readonly string[];
}

type Metadata<Fields extends Record<string, unknown>> = [
  FormMetadata<Fields>,
  Required<{ [Name in keyof Fields]: FieldMetadata<Fields[Name], Fields> }>,
];

/** One array for all renders: another would take the listener away in the middle of an event. */
const NONE: readonly string[] = [];

/** A form that only the server checks: what it has against a value is shown as long as that value is in its field. */
export function useServerForm<Fields extends Record<string, unknown>>({
  id,
  reply,
  deciding = NONE,
  ...options
}: ServerFormOptions<Fields>): Metadata<Fields> {
  const [form, fields] = useForm<Fields>({ ...options, id, lastResult: reply ?? null });
  const [edited, setEdited] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(reply);
  if (seen !== reply) {
    setSeen(reply);
    setEdited([]);
  }
  useEffect(() => {
    if (!reply?.error) return;
    const names = [...Object.keys(reply.error), ...deciding].filter((name) => name !== '');
    const onInput = () => {
      const shown = document.getElementById(id);
      if (!(shown instanceof HTMLFormElement)) return;
      const values = new FormData(shown);
      const sent = (name: string) => [reply.initialValue?.[name] ?? []].flat();
      const changed = names.filter((name) => textOf(values.getAll(name)) !== textOf(sent(name)));
      setEdited(deciding.some((name) => changed.includes(name)) ? names : changed);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [deciding, id, reply]);
  const isShown = (name: string) => !edited.includes(name);
  const current = <Meta extends object>(meta: Meta, key: string, value: unknown) =>
    new Proxy(meta, { get: (target, name) => (name === key ? value : Reflect.get(target, name)) });
  return [
    current(
      form,
      'allErrors',
      Object.fromEntries(Object.entries(form.allErrors).filter(([name]) => isShown(name))),
    ),
    new Proxy(fields, {
      get: (target, name) => {
        const field = Reflect.get(target, name) as FieldMetadata<unknown>;
        return typeof name === 'string' && !isShown(name) ? current(field, 'errors', undefined) : field;
      },
    }),
  ];
}

/** Values that a form would send alike; line breaks are sent as two characters. */
function textOf(values: readonly unknown[]): string {
  return JSON.stringify(values.filter((value) => value !== '')).replaceAll(String.raw`\r\n`, String.raw`\n`);
}

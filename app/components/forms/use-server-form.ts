import { type FieldMetadata, type FormMetadata, useForm } from '@conform-to/react';
import { type ServerReply, useEditedFields } from '#app/components/forms/server-errors.ts';

interface ServerFormOptions<Fields extends Record<string, unknown>> extends Pick<
  NonNullable<Parameters<typeof useForm<Fields>>[0]>,
  'defaultValue' | 'constraint'
> {
  readonly id: string;
  readonly reply: ServerReply;
  /** Fields that other fields' errors depend on; changing one clears all errors. */
  readonly controllingFields?: readonly string[];
}

type Metadata<Fields extends Record<string, unknown>> = [
  FormMetadata<Fields>,
  Required<{ [Name in keyof Fields]: FieldMetadata<Fields[Name], Fields> }>,
];

/** Returns a form validated only on the server. An error is shown until the field's value changes or a submit has none. */
export function useServerForm<Fields extends Record<string, unknown>>({
  id,
  reply,
  controllingFields,
  ...options
}: ServerFormOptions<Fields>): Metadata<Fields> {
  const [form, fields] = useForm<Fields>({ ...options, id, lastResult: reply ?? null });
  const edited = useEditedFields(id, reply, controllingFields);
  const isShown = (name: string) => reply !== undefined && !edited.includes(name);
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

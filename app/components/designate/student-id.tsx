import { useContext, useSyncExternalStore } from 'react';
import { DraftContext } from '#app/components/designate/draft/draft-context.tsx';
import type { ConformField } from '#app/components/forms/field-parts.ts';

/**
 * A student's ID in the form that is sent. The draft assigns new IDs while it saves, and only this input renders again.
 */
export function StudentId({ field, index }: { field: ConformField; index: number }) {
  const store = useContext(DraftContext)?.store;
  const loaded = field.defaultValue ?? '';
  const id = useSyncExternalStore(
    store?.subscribe ?? neverChanges,
    () => (store?.isOpen() === true ? (store.get()?.students[index]?.id ?? '') : loaded),
    () => loaded,
  );
  return id === '' ? null : <input type="hidden" name={field.name} value={id} />;
}

function neverChanges() {
  return () => undefined;
}

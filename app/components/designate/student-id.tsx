import { useContext, useSyncExternalStore } from 'react';
import { DraftContext } from '#app/components/designate/draft/draft-context.tsx';
import type { ConformField } from '#app/components/forms/field-parts.ts';

/**
 * The id of the student at a place, for the form that is sent. While a draft is saved as it is typed, new students get theirs
 * from the draft: only this input renders again, not the forms.
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

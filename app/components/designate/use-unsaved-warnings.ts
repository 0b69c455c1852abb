import { useEffect, useState } from 'react';
import type { Draft } from '#app/components/designate/draft/draft.ts';
import { type DraftStudent, isSameList } from '#app/lib/students/draft-students.ts';

type Warnings = readonly (readonly string[])[];

/**
 * Returns the server's warnings by index. Students who aren't stored like this, as in changes of a PENDING
 * designation, are checked without storing them. Until then, or if that fails, returns `known`.
 */
export function useUnsavedWarnings(
  { id, stored }: Pick<Draft, 'id' | 'stored'>,
  students: readonly DraftStudent[],
  known: Warnings,
): Warnings {
  const [checked, setChecked] = useState<{ readonly list: string; readonly warnings: Warnings } | null>(null);
  const isUnsaved = id !== null && !isSameList(students, stored.students);
  const list = isUnsaved ? JSON.stringify(students) : null;
  useEffect(() => {
    if (id === null || list === null) return;
    let isCurrent = true;
    const check = async () => {
      const { fetchUnsavedWarnings } = await import('#app/lib/browser/api-client.ts');
      const warnings = await fetchUnsavedWarnings(id, JSON.parse(list) as DraftStudent[]);
      if (isCurrent) setChecked({ list, warnings });
    };
    check().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [id, list]);
  return checked !== null && checked.list === list ? checked.warnings : known;
}

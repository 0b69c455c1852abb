import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { previewCellId } from '#app/components/designate/import/preview-cell.tsx';
import { CSV_FIELDS } from '#app/schemas/student-csv-columns.ts';
import type { CsvRow } from '#app/lib/student-csv/student-csv-rows.ts';

/** Returns a function that focuses the next cell with an error, cyclically. `show` opens its page. */
export function useImportErrors(rows: readonly CsvRow[], show: (at: number) => void): () => void {
  const last = useRef<string | null>(null);
  return () => {
    const errors = rows.flatMap(({ line, remarks }, at) =>
      CSV_FIELDS.filter((field) => remarks[field]?.error !== undefined).map((field) => ({
        at,
        id: previewCellId(line.number, field),
      })),
    );
    const next = errors[errors.findIndex(({ id }) => id === last.current) + 1] ?? errors[0];
    if (next === undefined) return;
    last.current = next.id;
    flushSync(() => show(next.at));
    const input = document.getElementById(next.id);
    input?.focus({ preventScroll: true });
    // The parent cell also contains the message.
    input?.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  };
}

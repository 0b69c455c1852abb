import type { ImportState } from '#app/components/designate/import/import-state.ts';
import { errorsCsv } from '#app/lib/student-csv/student-csv-errors.ts';

/** Gives the browser time to start the download. */
const KEPT_MS = 60_000;

/** Downloads the file with its Errors column. It is created in the browser, without the server. */
export async function saveErrorsFile(state: ImportState): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const address = URL.createObjectURL(
    new Blob([errorsCsv(state, stringify)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = `${state.source.name.replace(/-errors$/, '')}-errors.csv`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

import { DownloadCsvLink } from '#app/components/domain/designations/download-csv-link.tsx';
import { filterOf } from '#app/components/domain/designations/list-address.ts';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';

/** The specification's question (section 8) where some of a download's designations were downloaded before. */
export const SOME_DOWNLOADED =
  'Some of these designations have already been downloaded - are you sure you want to continue?';

interface ListDownloadsProps {
  search: URLSearchParams;
  years: readonly { readonly id: string; readonly year: number }[];
  downloads: { readonly someOfFilter: boolean; readonly someOfYear: boolean };
  /** The page of the list that is shown: their marks tell when a download is done. */
  rows: readonly DesignationRow[];
}

/** The CSV of what the list shows, and, where more than the year narrows it, of the whole year too. */
export function ListDownloads({ search, years, downloads, rows }: ListDownloadsProps) {
  const filter = filterOf(search);
  const year = years.find(({ id }) => id === filter.get('academicYearId'));
  const mark = JSON.stringify(rows.map(({ downloadedAt }) => downloadedAt));
  const isWholeYear = year !== undefined && new Set(filter.keys()).size === 1;
  return (
    <>
      {year === undefined ? null : (
        <DownloadCsvLink
          href={`/api/designations/download/year/${year.id}`}
          question={downloads.someOfYear ? SOME_DOWNLOADED : null}
          mark={mark}
        >
          {isWholeYear ? 'Download CSV' : `Download CSV of ${year.year}`}
        </DownloadCsvLink>
      )}
      {isWholeYear ? null : (
        <DownloadCsvLink
          href={`/api/designations/download?${filter.toString()}`}
          question={downloads.someOfFilter ? SOME_DOWNLOADED : null}
          mark={mark}
        >
          Download CSV
        </DownloadCsvLink>
      )}
    </>
  );
}

import { formatNumber, plural } from '#app/lib/text/counted.ts';
import { DOWNLOAD_AGAIN } from '#app/messages/download-labels.ts';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { filterOf } from '#app/components/designations/list-url.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import type { DesignationRow, ListDownloadsResponse } from '#app/schemas/designation-screens.ts';

interface ListDownloadsProps {
  search: URLSearchParams;
  years: readonly { readonly id: string; readonly year: number }[];
  downloads: ListDownloadsResponse;
  total: number;
  /** The visible page. Its download marks show when a download is done. */
  rows: readonly DesignationRow[];
}

/** Downloads the filtered list as CSV. With a filter, the button shows the number of designations. */
export function ListDownload(props: ListDownloadsProps) {
  const { search, downloads, total, rows } = props;
  const { year, isNarrowed } = chosenYear(props);
  return (
    <DownloadCsvLink
      href={
        year === undefined || isNarrowed
          ? `/api/designations/download?${filterOf(search).toString()}`
          : `/api/designations/download/year/${year.id}`
      }
      question={downloads.someOfFilter ? DOWNLOAD_AGAIN : null}
      mark={markOf(rows)}
      excel={isNarrowed ? designationsLabel(total, 'Excel') : 'Download Excel'}
    >
      {isNarrowed ? designationsLabel(total, 'CSV') : 'Download CSV'}
    </DownloadCsvLink>
  );
}

/** Downloads the designations of the filter that were never downloaded, in one click. */
export function NewDownload({ search, downloads, rows }: ListDownloadsProps) {
  if (!downloads.someNew) return null;
  const filter = filterOf(search);
  filter.set('noDownloadDate', 'true');
  return (
    <DownloadCsvLink
      href={`/api/designations/download?${filter.toString()}`}
      question={null}
      mark={markOf(rows)}
      excel="Download new as Excel"
    >
      Download new designations
    </DownloadCsvLink>
  );
}

/** Downloads all designations of the filtered year, and states how many are marked as downloaded. */
export function YearDownload(props: ListDownloadsProps) {
  const { downloads, rows } = props;
  const { year, isNarrowed } = chosenYear(props);
  if (year === undefined || !isNarrowed) return null;
  const explanation = `This CSV contains all designations for ${year.year} (${formatNumber(downloads.yearTotal)}), not just those that match the filter. Each will be marked as downloaded.`;
  return (
    <Panel>
      <Stack>
        <p className="m-0">{explanation}</p>
        <div>
          <DownloadCsvLink
            href={`/api/designations/download/year/${year.id}`}
            question={`${explanation}\n\n${downloads.someOfYear ? DOWNLOAD_AGAIN : 'Continue?'}`}
            plainQuestion={downloads.someOfYear ? DOWNLOAD_AGAIN : null}
            mark={markOf(rows)}
            variant="quiet"
          >
            Download all of {year.year}, ignoring the filter
          </DownloadCsvLink>
        </div>
      </Stack>
    </Panel>
  );
}

function chosenYear({ search, years }: Pick<ListDownloadsProps, 'search' | 'years'>) {
  const filter = filterOf(search);
  const year = years.find(({ id }) => id === filter.get('academicYearId'));
  return { year, isNarrowed: new Set(filter.keys()).size > (year === undefined ? 0 : 1) };
}

function designationsLabel(total: number, format: 'CSV' | 'Excel'): string {
  return `Download ${plural(total, 'this one', `these ${formatNumber(total)}`)} as ${format}`;
}

function markOf(rows: readonly DesignationRow[]): string {
  return JSON.stringify(rows.map(({ downloadedAt }) => downloadedAt));
}

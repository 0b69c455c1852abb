import { counted } from '#app/lib/text/counted.ts';
import {
  DOWNLOAD_QUESTION,
  DownloadCsvLink,
  EXCEL_QUESTION,
  SELECTION_QUESTION,
} from '#app/components/designations/download-csv-link.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { useSubmitQuestion } from '#app/components/ui/confirm.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { DOWNLOAD_AGAIN } from '#app/messages/download-labels.ts';

type SelectionDownloadProps = {
  isSomeDownloaded: boolean;
  list: string;
} & (
  | { designations: readonly string[]; students: number; filter?: undefined }
  | { filter: string; total: number; designations?: undefined }
);

/** Describes what a download contains and records. Asks the specification's question if some were downloaded before. */
export function SelectionDownload(props: SelectionDownloadProps) {
  const { isSomeDownloaded, list } = props;
  const [askFirst, dialog] = useSubmitQuestion(() => (isSomeDownloaded ? SELECTION_QUESTION : null));
  const isFiltered = props.filter !== undefined;
  const count = isFiltered ? props.total : props.designations.length;
  const what = counted(count, 'designation');
  const withStudents = isFiltered ? '' : ` with ${counted(props.students, 'student')}`;
  return (
    <Panel>
      <Stack>
        <p className="m-0">
          The file contains {what}
          {withStudents}. Each designation will be marked as downloaded, and the download will be recorded in
          the students&apos; disclosures.
        </p>
        <Cluster>
          {isFiltered ? (
            <DownloadCsvLink
              href={`/api/designations/download?${props.filter}`}
              question={isSomeDownloaded ? DOWNLOAD_AGAIN : null}
              mark={null}
              excel={EXCEL_QUESTION.title}
            >
              {DOWNLOAD_QUESTION.title}
            </DownloadCsvLink>
          ) : (
            <form method="post" action="/designations/download" target="_blank" onSubmit={askFirst}>
              {props.designations.map((designation) => (
                <input key={designation} type="hidden" name="designations" value={designation} />
              ))}
              {isSomeDownloaded ? (
                <noscript>
                  <p>{DOWNLOAD_AGAIN}</p>
                </noscript>
              ) : null}
              <Cluster>
                <Button type="submit" icon="download">
                  {DOWNLOAD_QUESTION.title}
                </Button>
                <Button type="submit" icon="download" formAction="/designations/download?format=xlsx">
                  {EXCEL_QUESTION.title}
                </Button>
              </Cluster>
            </form>
          )}
          <ButtonLink to={list} variant="quiet">
            Back to designations
          </ButtonLink>
        </Cluster>
        {dialog}
      </Stack>
    </Panel>
  );
}

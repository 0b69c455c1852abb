import { Link } from '@remix-run/react';
import {
  DOWNLOAD_QUESTION,
  EXCEL_QUESTION,
  SELECTION_QUESTION,
} from '#app/components/designations/download-csv-link.tsx';
import { filterOf } from '#app/components/designations/list-url.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SelectField } from '#app/components/forms/select-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { useSubmitQuestion } from '#app/components/ui/confirm.tsx';
import { SOME_DOWNLOADED } from '#app/messages/download-labels.ts';
import type { ListDownloadsResponse } from '#app/schemas/designation-screens.ts';

interface ExportPanelProps {
  search: URLSearchParams;
  downloads: ListDownloadsResponse;
  /** Names of the export profiles. */
  profiles: readonly string[];
}

const NEVER_DOWNLOADED = 'noDownloadDate';

/** Downloads the filtered list with the columns of an export profile. */
export function ExportPanel({ search, downloads: { someOfFilter }, profiles }: ExportPanelProps) {
  const filter = filterOf(search);
  const [askFirst, dialog] = useSubmitQuestion((values) =>
    someOfFilter && values.get(NEVER_DOWNLOADED) !== 'true' ? SELECTION_QUESTION : null,
  );
  return (
    <CollapsiblePanel title="Download selected columns">
      <form
        key={filter.toString()}
        method="get"
        action="/api/designations/download"
        target="_blank"
        onSubmit={askFirst}
      >
        {[...filter].map(([name, value]) =>
          name === NEVER_DOWNLOADED ? null : (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ),
        )}
        <FormStack>
          <SelectField
            name="profile"
            id="export-profile"
            label="Columns"
            emptyLabel="All columns"
            options={profiles.map((name) => ({ value: name, label: name }))}
          />
          <p className="m-0">
            <Link to="/designations/profiles">Manage export profiles</Link>
          </p>
          <CheckboxField
            name={NEVER_DOWNLOADED}
            id="export-new"
            value="true"
            label="Only designations that were never downloaded"
            defaultChecked={filter.get(NEVER_DOWNLOADED) === 'true'}
          />
          {someOfFilter ? <p className="m-0">{SOME_DOWNLOADED}.</p> : null}
          <FormActions>
            <Button type="submit" icon="download" name="format" value="csv">
              {DOWNLOAD_QUESTION.title}
            </Button>
            <Button type="submit" icon="download" name="format" value="xlsx">
              {EXCEL_QUESTION.title}
            </Button>
          </FormActions>
        </FormStack>
      </form>
      {dialog}
    </CollapsiblePanel>
  );
}

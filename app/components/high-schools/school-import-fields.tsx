import { getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FileField } from '#app/components/forms/file-field.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCHOOL_CSV_HEADERS } from '#app/schemas/school-csv-kind.ts';

interface SchoolListFields extends Record<string, unknown> {
  list: File;
  pasted: string;
}

/** Only one is required, so changing either also clears the other's errors. */
const DECIDING = ['list', 'pasted'];

/** Source of the list: a file or pasted cells. Nothing is stored before the preview is confirmed. */
export function SchoolImportFields({ reply }: { reply: ServerReply }) {
  const [form, fields] = useServerForm<SchoolListFields>({ id: 'school-list', reply, deciding: DECIDING });
  return (
    <Panel title="List of schools">
      <Form method="post" {...getFormProps(form)} encType="multipart/form-data">
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <p>
            We match each row to a school by ID, then banner code, then name. Empty cells change nothing. Rows
            without a match are added as new schools. They&apos;re inactive unless the row says otherwise.
            You&apos;ll see a preview before anything changes.
          </p>
          <p>
            Use our <a href="/school-list-template.csv">template file</a>, a file from &quot;Download
            CSV&quot; on the list of high schools, or your own spreadsheet. The first row must contain the
            column names: {SCHOOL_CSV_HEADERS.join(', ')}, or an address on one line.
          </p>
          <FileField
            field={fields.list}
            label="CSV file"
            hint="Up to 5 MB and 5,000 rows"
            width="md"
            accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          />
          <TextareaField
            field={fields.pasted}
            label="Or paste cells from a spreadsheet"
            hint="Include the header row"
          />
          <FormActions>
            <SubmitButton name="intent" value="preview" pendingLabel="Reading…">
              Preview changes
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

import { getFormProps } from '@conform-to/react';
import { Form, useSubmit } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FileField } from '#app/components/forms/file-field.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { useServerForm } from '#app/components/forms/use-server-form.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import { CsvImportError } from '#app/lib/csv/csv-text.ts';
import { SCHOOL_CSV, SCHOOL_CSV_HEADERS } from '#app/schemas/school-csv-kind.ts';

interface SchoolListFields extends Record<string, unknown> {
  list: File;
  pasted: string;
}

/** Only one is required, so changing either also clears the other's errors. */
const CONTROLLING_FIELDS = ['list', 'pasted'];

interface SchoolImportFieldsProps {
  reply: ServerReply;
  /** The columns have to be matched first, so reading the list again isn't the next step. */
  isMatching: boolean;
}

/** Source of the list: a file or pasted cells. Nothing is stored before the preview is confirmed. */
export function SchoolImportFields({ reply, isMatching }: SchoolImportFieldsProps) {
  const [workbookErrors, setWorkbookErrors] = useState<readonly string[]>();
  const submit = useSubmit();
  const [form, fields] = useServerForm<SchoolListFields>({
    id: 'school-list',
    reply,
    controllingFields: CONTROLLING_FIELDS,
  });
  const formProps = getFormProps(form);

  /** Only the browser reads workbooks (ADR 38): it sends the sheet as CSV text. */
  const sendWorkbook = async (file: File) => {
    try {
      const { csvTextOfWorkbook } = await import('#app/lib/csv/workbook-text.ts');
      const values = new FormData();
      values.set('intent', 'preview');
      const bytes = new Uint8Array(await file.arrayBuffer());
      values.set('text', await csvTextOfWorkbook(bytes, SCHOOL_CSV));
      submit(values, { method: 'post', encType: 'multipart/form-data' });
    } catch (error) {
      if (!(error instanceof CsvImportError)) throw error;
      setWorkbookErrors([error.message, ...error.remarks]);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setWorkbookErrors(undefined);
    const file = event.currentTarget.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
    if (file === undefined || !/\.xlsx$/i.test(file.name)) return formProps.onSubmit(event);
    event.preventDefault();
    void sendWorkbook(file);
  };

  return (
    <Panel title="List of schools" isScreenOnly>
      <Form method="post" {...formProps} onSubmit={onSubmit} encType="multipart/form-data">
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <p>
            We match each row to a school by ID, then banner code, then name. Empty cells change nothing. Rows
            without a match are added as new schools. They&apos;re inactive unless the row says otherwise.
            You&apos;ll see a preview before anything changes.
          </p>
          <p>
            Use our <a href="/school-list-template.csv">template file</a>, a file that you downloaded from the
            list of high schools, or your own spreadsheet with a header row. We recognize the columns{' '}
            {SCHOOL_CSV_HEADERS.join(', ')}, and an address on one line. You can match the others after we
            read the list.
          </p>
          <FileField
            field={fields.list}
            label="Excel or CSV file"
            errors={workbookErrors}
            hint="Up to 5 MB and 5,000 rows"
            width="md"
            accept=".xlsx,.csv,.txt,.tsv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain,text/tab-separated-values"
          />
          <TextareaField
            field={fields.pasted}
            label="Or paste cells from a spreadsheet"
            hint="Include the header row"
          />
          <FormActions>
            <SubmitButton
              name="intent"
              value="preview"
              variant={isMatching ? 'outline' : 'primary'}
              pendingLabel="Reading…"
            >
              Preview changes
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

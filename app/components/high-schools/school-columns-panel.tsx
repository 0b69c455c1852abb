import { Form } from '@remix-run/react';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SelectField } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { schoolColumnLabel } from '#app/messages/school-import-labels.ts';
import { counted } from '#app/lib/text/counted.ts';
import { SCHOOL_CSV_FIELDS } from '#app/schemas/school-csv-kind.ts';
import type { SchoolColumn } from '#app/schemas/school-columns.ts';

interface SchoolColumnsPanelProps {
  columns: readonly SchoolColumn[];
  /** The list's text; sent again with the choices. */
  text: string;
  isOpen: boolean;
}

/** What the columns of a list mean. The choices are remembered when the schools are imported. */
export function SchoolColumnsPanel({ columns, text, isOpen }: SchoolColumnsPanelProps) {
  const matched = columns.filter(({ field }) => field !== null).length;
  return (
    <CollapsiblePanel
      title="Match your columns"
      note={`${matched} of ${counted(columns.length, 'column')} matched`}
      defaultOpen={isOpen}
    >
      <Form method="post" encType="multipart/form-data">
        <input type="hidden" name="text" value={text} />
        <FormStack>
          <p className="m-0">We&apos;ll remember your choices for the next import.</p>
          <FieldGrid>
            {columns.map(({ index, header, samples, field }) => (
              <SelectField
                key={index}
                name="column"
                id={`column-${index}`}
                label={header === '' ? `Column ${index + 1}` : header}
                hint={samples.length === 0 ? 'Empty in every row' : `For example: ${samples.join(' · ')}`}
                defaultValue={`${index} ${field ?? 'none'}`}
                options={[
                  { value: `${index} none`, label: "Don't import" },
                  ...SCHOOL_CSV_FIELDS.map((known) => ({
                    value: `${index} ${known}`,
                    label: schoolColumnLabel(known),
                  })),
                ]}
              />
            ))}
          </FieldGrid>
          <FormActions>
            <SubmitButton
              name="intent"
              value="preview"
              variant={isOpen ? 'primary' : 'outline'}
              pendingLabel="Reading…"
            >
              Preview with these columns
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </CollapsiblePanel>
  );
}

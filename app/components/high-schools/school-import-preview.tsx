import { Form, Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { counted } from '#app/lib/text/counted.ts';
import {
  SCHOOL_IMPORT_OUTCOME_LABELS,
  schoolImportDetails,
  schoolImportSummary,
} from '#app/messages/school-import-labels.ts';
import { SchoolColumnsPanel } from '#app/components/high-schools/school-columns-panel.tsx';
import { FormActions } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Badge, type Tone } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { ADD_SIMILAR, SKIP_SIMILAR } from '#app/schemas/enums.ts';
import type { SchoolImportPlan, SchoolImportRow } from '#app/schemas/school-import.ts';

interface SchoolImportPreviewProps {
  plan: SchoolImportPlan;
  /** The list's text; sent again with the confirmation. */
  text: string;
  /** The columns that the user chose; sent again with the confirmation. */
  chosen: readonly string[];
}

const OUTCOME_TONES: Readonly<Record<SchoolImportRow['outcome'], Tone>> = {
  create: 'success',
  update: 'primary',
  unchanged: 'secondary',
  similar: 'warning',
  error: 'danger',
};

/** The choices are in the table, outside of the form. */
const FORM_ID = 'school-import';

const COLUMNS: readonly Column<SchoolImportRow>[] = [
  { key: 'number', header: 'Row', cell: ({ number }) => number },
  {
    key: 'name',
    header: 'School',
    rowHeader: true,
    cell: ({ schoolId, name }) =>
      schoolId === null ? name : <Link to={`/highschools/${schoolId}`}>{name}</Link>,
  },
  {
    key: 'outcome',
    header: 'What will happen',
    cell: ({ outcome }) => (
      <Badge tone={OUTCOME_TONES[outcome]}>{SCHOOL_IMPORT_OUTCOME_LABELS[outcome]}</Badge>
    ),
  },
  { key: 'details', header: 'Details', cell: (row) => <Details row={row} /> },
];

/** Previews an import row by row, with a button to apply exactly that. */
export function SchoolImportPreview({ plan, text, chosen }: SchoolImportPreviewProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus();
  }, [plan]);
  const { counts, columns, ignoredHeaders, rows } = plan;
  const changes = counts.create + counts.update;
  return (
    <div ref={ref} tabIndex={-1}>
      <Stack>
        <Panel title="Preview of changes">
          <Stack>
            <p className="m-0" role="status">
              {schoolImportSummary(plan)}
            </p>
            {ignoredHeaders.length === 0 ? null : (
              <p className="m-0">Columns we won&apos;t import: {ignoredHeaders.join(', ')}.</p>
            )}
            <Form id={FORM_ID} method="post" encType="multipart/form-data">
              <input type="hidden" name="text" value={text} />
              <input type="hidden" name="plan" value={plan.plan} />
              {chosen.map((choice) => (
                <input key={choice} type="hidden" name="column" value={choice} />
              ))}
              <FormActions>
                {changes + counts.similar === 0 ? null : (
                  <SubmitButton name="intent" value="confirm" pendingLabel="Importing…">
                    {counts.similar > 0 ? 'Import schools' : `Import ${counted(changes, 'school')}`}
                  </SubmitButton>
                )}
                <ButtonLink to="/highschools">Cancel</ButtonLink>
              </FormActions>
            </Form>
          </Stack>
        </Panel>
        <SchoolColumnsPanel
          key={plan.plan}
          columns={columns}
          text={text}
          isOpen={columns.some(({ isUnknown }) => isUnknown)}
        />
        <Panel title="Rows" flush>
          <DataTable caption="Rows" columns={COLUMNS} rows={rows} rowKey={({ number }) => String(number)} />
        </Panel>
      </Stack>
    </div>
  );
}

function Details({ row }: { row: SchoolImportRow }) {
  return (
    <>
      {schoolImportDetails(row).map((line) => (
        <div key={line} className="text-pre-line text-break">
          {line}
        </div>
      ))}
      {row.outcome === 'similar' ? <SimilarChoice row={row} /> : null}
    </>
  );
}

/** What to do with a row that resembles an existing school. Skipped by default to avoid duplicates. */
function SimilarChoice({ row: { number, name, similar } }: { row: SchoolImportRow }) {
  return (
    <select
      className="form-select form-select-sm"
      form={FORM_ID}
      name="choice"
      aria-label={`What to do with row ${number}, ${name}`}
      defaultValue={`${number} ${SKIP_SIMILAR}`}
    >
      <option value={`${number} ${SKIP_SIMILAR}`}>Skip this row</option>
      {similar.map(({ id, name: stored }) => (
        <option key={id} value={`${number} ${id}`}>
          Update {stored}
        </option>
      ))}
      <option value={`${number} ${ADD_SIMILAR}`}>Add as a new school</option>
    </select>
  );
}

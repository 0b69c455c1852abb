import { type Dispatch, useState } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import {
  type ImportAction,
  type ImportState,
  sheetLines,
} from '#app/components/designate/import/import-state.ts';
import { StageActions, StageFrame } from '#app/components/designate/import/stage-frame.tsx';
import { FieldGrid } from '#app/components/forms/form-layout.tsx';
import { type Option, SelectField } from '#app/components/forms/select-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { COLUMN_FIELDS, type ColumnField, columnLabelOf } from '#app/schemas/student-csv-columns.ts';
import { HEADER_SEARCH_LINES } from '#app/lib/csv/csv-table.ts';
import {
  columnsToRemember,
  type CsvColumn,
  fieldsChosenTwice,
  isUndecided,
  missingFields,
} from '#app/students/csv/student-csv-mapping.ts';

interface ColumnsStageProps {
  state: ImportState;
  dispatch: Dispatch<ImportAction>;
  onContinue(): void;
  onCancel(): void;
}

const FIELD_OPTIONS: readonly Option[] = COLUMN_FIELDS.map((field) => ({
  value: field,
  label: columnLabelOf(field),
}));

/** Asks which columns have which fields if the file doesn't make it clear. */
export function ColumnsStage({ state, dispatch, onContinue, onCancel }: ColumnsStageProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { columns, headerAt } = state;
  const missing = missingFields(columns);
  const undecided = columns.filter(isUndecided);
  const matched = columns.filter(({ field }) => field !== null).length;
  const recognized = columns.filter((column) => !isUndecided(column) && column.origin !== 'IGNORED');

  const submit = () => {
    const twice = fieldsChosenTwice(columns);
    if (headerAt === 'unknown') setRefusal('Choose the header row.');
    else if (twice.length > 0)
      setRefusal(`More than one column is matched to: ${labelsOf(twice)}. Choose one column for each.`);
    else if (columns.every(({ field }) => field === null)) setRefusal('Match at least one column.');
    else onContinue();
  };

  return (
    <StageFrame title="Match your columns">
      <HeaderRowField state={state} dispatch={dispatch} />
      {undecided.length === 0 ? (
        <UnmatchedFields fields={missing} />
      ) : (
        <>
          <p>
            We matched {matched} of {counted(columns.length, 'column')}.{' '}
            {Object.keys(columnsToRemember(columns)).length === 0
              ? 'Check these.'
              : "Check these, and we'll remember your choices for your school's next import."}
          </p>
          <UnmatchedFields fields={missing} />
          <ColumnFields {...{ headerAt, dispatch }} columns={undecided} />
        </>
      )}
      {recognized.length === 0 ? null : (
        <CollapsiblePanel title={`${counted(recognized.length, 'column')} recognized`} level="none">
          <ColumnFields {...{ headerAt, dispatch }} columns={recognized} />
        </CollapsiblePanel>
      )}
      <StageActions label="Continue" onContinue={submit} onCancel={onCancel} refusal={refusal}>
        {state.source.sheets.length > 1 ? (
          <Button onClick={() => dispatch({ type: 'back', to: 'sheet' })}>Back to sheets</Button>
        ) : null}
      </StageActions>
    </StageFrame>
  );
}

/** The required fields without a column, updated as the user matches columns. */
function UnmatchedFields({ fields }: { fields: readonly ColumnField[] }) {
  return (
    <div role="status">
      {fields.length === 0 ? null : (
        <p className="m-0">
          Not matched yet: {labelsOf(fields)}. You can also enter these later, in the preview or in the forms.
        </p>
      )}
    </div>
  );
}

interface ColumnFieldsProps extends Pick<ImportState, 'headerAt' | 'columns'> {
  dispatch: Dispatch<ImportAction>;
}

function ColumnFields({ headerAt, columns, dispatch }: ColumnFieldsProps) {
  return (
    <div className="import-columns">
      <FieldGrid>
        {columns.map((column) => (
          <ColumnField key={`${headerAt} ${column.index}`} column={column} dispatch={dispatch} />
        ))}
      </FieldGrid>
    </div>
  );
}

function ColumnField({ column, dispatch }: { column: CsvColumn; dispatch: Dispatch<ImportAction> }) {
  const { index, header, samples, field } = column;
  return (
    <SelectField
      name={`import-column-${index}`}
      form={NO_FORM}
      label={header === '' ? `Column ${index + 1}` : header}
      hint={samples.length === 0 ? 'Empty in every row' : `For example: ${samples.join(' · ')}`}
      options={FIELD_OPTIONS}
      emptyLabel="Don't import"
      defaultValue={field ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = COLUMN_FIELDS.find((known) => known === currentTarget.value) ?? null;
        dispatch({ type: 'column', index, field: chosen });
      }}
    />
  );
}

const NO_ROW = 'none';
const SHOWN_CELLS = 5;

function HeaderRowField({ state, dispatch }: Pick<ColumnsStageProps, 'state' | 'dispatch'>) {
  const { headerAt } = state;
  const options = sheetLines(state)
    .slice(0, HEADER_SEARCH_LINES)
    .map(({ number, cells }, at) => ({
      value: String(at),
      label: `Row ${number}: ${cells.filter(Boolean).slice(0, SHOWN_CELLS).join(', ')}`,
    }));
  return (
    <SelectField
      name="import-header"
      form={NO_FORM}
      label="Header row"
      options={[...options, { value: NO_ROW, label: 'No header row' }]}
      emptyLabel={headerAt === 'unknown' ? 'Choose a row' : undefined}
      defaultValue={headerAt === 'unknown' ? '' : headerAt === null ? NO_ROW : String(headerAt)}
      onChange={({ currentTarget: { value } }) =>
        dispatch({ type: 'header', at: value === '' ? 'unknown' : value === NO_ROW ? null : Number(value) })
      }
    />
  );
}

function labelsOf(fields: readonly ColumnField[]): string {
  return fields.map(columnLabelOf).join(', ');
}

import { type Dispatch, useState } from 'react';
import { NO_FORM } from '#app/components/domain/designate/import/detached-fields.ts';
import type { ImportAction, ImportState } from '#app/components/domain/designate/import/import-state.ts';
import { StageActions } from '#app/components/domain/designate/import/stage-actions.tsx';
import { StageFrame } from '#app/components/domain/designate/import/stage-frame.tsx';
import { FieldGrid } from '#app/components/forms/form-layout.tsx';
import { type Option, SelectField } from '#app/components/forms/select-field.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { counted } from '#app/lib/draft-words.ts';
import { CSV_FIELDS, csvLabelOf } from '#app/lib/student-csv-columns.ts';
import { HEADER_SEARCH_LINES } from '#app/lib/student-csv-header.ts';
import {
  type CsvColumn,
  fieldsChosenTwice,
  isUndecided,
  missingFields,
} from '#app/lib/student-csv-mapping.ts';

interface ColumnsStageProps {
  state: ImportState;
  dispatch: Dispatch<ImportAction>;
  /** The columns are said. */
  onContinue(): void;
  onCancel(): void;
}

const FIELD_OPTIONS: readonly Option[] = CSV_FIELDS.map((field) => ({
  value: field,
  label: csvLabelOf(field),
}));

/** What the columns mean, where the file does not say it by itself. */
export function ColumnsStage({ state, dispatch, onContinue, onCancel }: ColumnsStageProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { columns, headerAt } = state;
  const missing = missingFields(columns);
  const undecided = columns.filter(isUndecided);
  const recognised = columns.filter((column) => !isUndecided(column) && column.origin !== 'IGNORED');

  const goOn = () => {
    const twice = fieldsChosenTwice(columns);
    if (headerAt === 'unknown') setRefusal('Choose the row that names the columns.');
    else if (twice.length > 0) setRefusal(`Chosen for more than one column: ${labelsOf(twice)}.`);
    else if (columns.every(({ field }) => field === null))
      setRefusal('Choose what at least one column means.');
    else onContinue();
  };

  return (
    <StageFrame title="What do the columns mean?">
      <HeaderRowField state={state} dispatch={dispatch} />
      {undecided.length === 0 ? null : (
        <>
          <p>
            {counted(undecided.length, 'column')} {undecided.length === 1 ? 'is' : 'are'} not named as in the
            template. Continue remembers what you choose for your school’s next import.
          </p>
          <FieldGrid>
            {undecided.map((column) => (
              <ColumnField key={`${headerAt} ${column.index}`} column={column} dispatch={dispatch} />
            ))}
          </FieldGrid>
        </>
      )}
      <div role="status">
        {missing.length === 0 ? null : (
          <p className="m-0">
            No column yet for: {labelsOf(missing)}. What is not in the file can be typed into the preview, or
            into the forms.
          </p>
        )}
      </div>
      {recognised.length === 0 ? null : (
        <CollapsiblePanel title={`${counted(recognised.length, 'column')} recognised`} level="none">
          <FieldGrid>
            {recognised.map((column) => (
              <ColumnField key={`${headerAt} ${column.index}`} column={column} dispatch={dispatch} />
            ))}
          </FieldGrid>
        </CollapsiblePanel>
      )}
      <StageActions label="Continue" onGoOn={goOn} onCancel={onCancel} refusal={refusal} />
    </StageFrame>
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
      emptyLabel="Leave out"
      defaultValue={field ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = CSV_FIELDS.find((known) => known === currentTarget.value) ?? null;
        dispatch({ type: 'column', index, field: chosen });
      }}
    />
  );
}

const NO_ROW = 'none';
const SHOWN_CELLS = 5;

function HeaderRowField({ state, dispatch }: Pick<ColumnsStageProps, 'state' | 'dispatch'>) {
  const { source, headerAt } = state;
  const options = source.lines.slice(0, HEADER_SEARCH_LINES).map(({ number, cells }, at) => ({
    value: String(at),
    label: `Row ${number}: ${cells.filter(Boolean).slice(0, SHOWN_CELLS).join(', ')}`,
  }));
  return (
    <SelectField
      name="import-header"
      form={NO_FORM}
      label="Row with the column names"
      options={[...options, { value: NO_ROW, label: 'None: the file begins with a student' }]}
      emptyLabel={headerAt === 'unknown' ? 'Choose a row' : undefined}
      defaultValue={headerAt === 'unknown' ? '' : headerAt === null ? NO_ROW : String(headerAt)}
      onChange={({ currentTarget: { value } }) =>
        dispatch({ type: 'header', at: value === '' ? 'unknown' : value === NO_ROW ? null : Number(value) })
      }
    />
  );
}

function labelsOf(fields: readonly (typeof CSV_FIELDS)[number][]): string {
  return fields.map(csvLabelOf).join(', ');
}

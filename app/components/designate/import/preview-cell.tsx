import { memo } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import type { CellEdit } from '#app/components/designate/import/import-state.ts';
import { FieldError, FieldWarning } from '#app/components/forms/field-error.tsx';
import { type CsvField, csvLabelOf } from '#app/schemas/student-csv-columns.ts';

interface PreviewCellProps {
  number: number;
  field: CsvField;
  text: string;
  error: string | undefined;
  warning: string | undefined;
  /** The value to import if it differs from the cell, such as a formatted date or phone number; otherwise empty. */
  result: string;
  onEdit(edit: CellEdit): void;
}

/** A longer text may not fit into its column, so it's also a tooltip. */
const LONG_TEXT = 14;

/** A cell of the file, plain until it is edited, with its error, warning or result. Edits apply on blur. */
export const PreviewCell = memo(function PreviewCell(props: PreviewCellProps) {
  const { number, field, text, error, warning, result, onEdit } = props;
  const id = previewCellId(number, field);
  const commit = (typed: string) => {
    if (typed !== text) onEdit({ number, field, text: typed });
  };
  return (
    <div className="import-cell">
      <span className="import-text" data-text={text}>
        <input
          id={id}
          form={NO_FORM}
          className="form-control"
          size={1}
          defaultValue={text}
          title={text.length > LONG_TEXT ? text : undefined}
          autoComplete="off"
          aria-label={`${csvLabelOf(field)}, row ${number}`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-result ${id}-error ${id}-warning`}
          onBlur={({ currentTarget }) => commit(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') commit(currentTarget.value);
          }}
        />
      </span>
      {result === '' ? null : (
        <span id={`${id}-result`} className="cell-note">
          {result}
        </span>
      )}
      <FieldWarning id={`${id}-warning`} warning={warning} />
      <FieldError id={`${id}-error`} errors={error === undefined ? [] : [error]} />
    </div>
  );
});

/** Returns the ID of a cell's input. */
export function previewCellId(number: number, field: CsvField): string {
  return `import-${number}-${field}`;
}

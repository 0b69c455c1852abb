import type { Dispatch } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import {
  type CellEdit,
  type ImportAction,
  type ImportState,
  selectedRows,
} from '#app/components/designate/import/import-state.ts';
import { PreviewCell } from '#app/components/designate/import/preview-cell.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { listed } from '#app/lib/text/listed.ts';
import { CSV_FIELDS, type CsvField, csvLabelOf } from '#app/schemas/student-csv-columns.ts';
import { DATE_ORDER_LABELS } from '#app/students/csv/student-csv-date-orders.ts';
import { importEffect } from '#app/students/csv/student-csv-match.ts';
import {
  cellText,
  type CsvRow,
  identicalRows,
  repeatedRows,
  shownFields,
} from '#app/students/csv/student-csv-rows.ts';

interface PreviewTableProps {
  state: ImportState;
  /** Changes when several rows are selected or skipped together. */
  picks: number;
  rows: readonly CsvRow[];
  dispatch: Dispatch<ImportAction>;
  onEdit(edit: CellEdit): void;
}

/** Preview of the rows, with editable cells and a checkbox to skip each row. */
export function PreviewTable({ state, picks, rows, dispatch, onEdit }: PreviewTableProps) {
  const { columns, dates, skippedLines, question } = state;
  const selected = selectedRows(state);
  const repeated = repeatedRows(selected);
  const identical = identicalRows(state.rows);
  const { descriptions, updated, leaving } = importEffect(state.forms, selected, state.mode);
  /** Whether all rows are new, which then needn't be said in each. */
  const isAllNew = updated.length + leaving.length === 0;
  const isOwnColumn = (field: CsvField) => columns.some((column) => column.field === field);
  const hasNickname = rows.some(({ line }) => cellText(line, {}, columns, 'preferred') !== '');
  const fields = shownFields(columns).filter(
    (field) => field !== 'preferred' || isOwnColumn(field) || hasNickname,
  );
  const cellOf = (row: CsvRow, field: CsvField) => {
    const { line, edits, remarks } = row;
    const text = cellText(line, edits, columns, field);
    const earlier = field === 'last' ? repeated.get(row) : undefined;
    return (
      <PreviewCell
        number={line.number}
        field={field}
        text={text}
        error={remarks[field]?.error}
        warning={earlier === undefined ? remarks[field]?.warning : `Warning: same student as row ${earlier}`}
        result={field === 'dateOfBirth' && isPlainDate(text) ? '' : resultOf(row, field, text)}
        onEdit={onEdit}
      />
    );
  };
  /** A date such as 3/4/2009 can be read in two ways, unlike 2009-03-04. */
  const areOrdered = rows.some(({ line, edits }) =>
    /^\d{1,2}\D/.test(cellText(line, edits, columns, 'dateOfBirth')),
  );
  /** The heading says how these are read, unless the file can be read in two ways. */
  const isPlainDate = (text: string) => question === null && /^\d{1,2}\D\d{1,2}\D\d{4}$/.test(text.trim());
  const headerOf = (field: CsvField) =>
    field === 'dateOfBirth' && areOrdered
      ? `${csvLabelOf(field)} (${DATE_ORDER_LABELS[dates.order]})`
      : csvLabelOf(field);
  const tableColumns: Column<CsvRow>[] = [
    {
      key: 'row',
      header: 'Import',
      rowHeader: true,
      cell: (row) => {
        const {
          line: { number },
          isReady,
          student,
        } = row;
        return (
          <>
            <CheckboxField
              name={`import-take-${number}`}
              form={NO_FORM}
              label={`Row ${number}`}
              key={`${number} ${picks}`}
              defaultChecked={!skippedLines.has(number)}
              onChange={({ currentTarget }) =>
                dispatch({ type: 'select', number, isSelected: currentTarget.checked })
              }
            />
            <VisuallyHidden>{`${student.first} ${student.last}`}</VisuallyHidden>
            {isAllNew && descriptions.has(row) ? null : (
              <span className="cell-note">{descriptions.get(row) ?? skippedNote(identical.get(number))}</span>
            )}
            {isReady ? null : <span className="cell-note text-danger">{fixesNote(row)}</span>}
          </>
        );
      },
    },
    ...fields.map((field): Column<CsvRow> => ({
      key: field,
      header: headerOf(field),
      cell: (row) => cellOf(row, field),
    })),
  ];
  return (
    <div className="import-preview">
      <DataTable
        caption="Rows in the file"
        columns={tableColumns}
        rows={rows}
        rowKey={({ line }) => String(line.number)}
      />
    </div>
  );
}

function skippedNote(earlier: number | undefined): string {
  return earlier === undefined ? 'Skipped' : `Skipped: same as row ${earlier}`;
}

const FIXES_NAMED = 3;

/** Returns 'Fix Zipcode and Email', because those cells may be out of view. */
function fixesNote({ remarks }: CsvRow): string {
  const labels = CSV_FIELDS.filter((field) => remarks[field]?.error !== undefined).map(csvLabelOf);
  return `Fix ${listed(labels, FIXES_NAMED)}`;
}

function resultOf({ student, remarks, updates }: CsvRow, field: CsvField, text: string): string {
  const current = updates === null ? '' : textOf(student, field);
  if (current !== '' && (text.trim() === '' || (field === 'parentEmail' && text.trim() !== current))) {
    return `We'll keep ${current}.`;
  }
  if (field === 'dateOfBirth') {
    const isPlain = student.dateOfBirth === '' || text.trim() === student.dateOfBirth;
    return isPlain ? '' : shortDay(student.dateOfBirth);
  }
  if (field === 'zip5' && /^\d{3,4}\b/.test(text) && remarks.zip5?.error === undefined) {
    return `We'll use ${student.address.zip5}.`;
  }
  const isChanged =
    field === 'phone' && remarks.phone?.error === undefined && digitsOf(student.phone) !== digitsOf(text);
  return isChanged ? `We'll use ${student.phone}.` : '';
}

/** Returns a phone number's digits without the country code. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^1(?=\d{10})/, '');
}

function textOf({ address, twin, ...texts }: DraftStudent, field: CsvField): string {
  if (field === 'twin') return twin ? 'Yes' : '';
  if (field === 'dateOfBirth') return texts.dateOfBirth === '' ? '' : longDay(texts.dateOfBirth);
  const values: Readonly<Record<string, string | undefined>> = { ...texts, ...address };
  return values[field] ?? '';
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const shortFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function shortDay(day: string): string {
  return shortFormat.format(new Date(`${day}T00:00:00Z`));
}

/** Returns 'March 4, 2009' for '2009-03-04', which can't be misread. */
export function longDay(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}

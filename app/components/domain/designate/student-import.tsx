import { type MouseEvent, useRef, useState } from 'react';
import { FileField } from '#app/components/forms/file-field.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { useConfirm } from '#app/components/ui/confirm.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import type { DraftStudent } from '#app/lib/draft.ts';
import {
  CsvImportError,
  importStudents,
  STUDENT_CSV_HEADERS,
  UNREADABLE_CSV_MESSAGE,
} from '#app/lib/student-csv.ts';
import {
  type CsvOutcome,
  failedOutcome,
  filledOutcome,
  fillForms,
  fillQuestion,
  IMPORT_FIELDS,
  NO_CSV_CHOSEN,
} from '#app/lib/student-csv-fill.ts';

interface StudentImportProps {
  /** The state of students whose cell is empty, and the present day 'YYYY-MM-DD'. */
  defaults: { state: string; today: string };
  /** What the last import had to say. */
  outcome: CsvOutcome | null;
  /** The forms as they stand now. */
  formsNow(): readonly DraftStudent[];
  onOutcome(outcome: CsvOutcome, students: readonly DraftStudent[] | null): void;
}

/**
 * Import from CSV (specification, section 5). With scripts the file is read here and never leaves the browser; without, its button
 * sends the students' form with the file, and the server does the same.
 */
export function StudentImport({ defaults, outcome, formsNow, onOutcome }: StudentImportProps) {
  const [confirm, dialog] = useConfirm();
  const [isReading, setReading] = useState(false);
  const panelRef = useRef<HTMLDivElement>(null);

  const readChosen = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const input = panelRef.current?.querySelector<HTMLInputElement>('input[type=file]');
    const file = input?.files?.[0];
    if (file === undefined) {
      onOutcome(failedOutcome(NO_CSV_CHOSEN, false), null);
      return;
    }
    setReading(true);
    const read = await readFile(file, defaults);
    setReading(false);
    if ('isFailure' in read) {
      onOutcome(read, null);
      return;
    }
    const fill = fillForms(formsNow(), read);
    const question = fillQuestion(fill);
    if (question !== null && !(await confirm({ message: question, confirmLabel: 'Import' }))) return;
    if (input) input.value = '';
    onOutcome(filledOutcome(fill), fill.students);
  };

  return (
    <CollapsiblePanel title="Import from CSV" defaultOpen={outcome !== null}>
      <div ref={panelRef}>
        <Stack>
          <p>
            Fill in the <a href="/student-list-template.csv">template file</a> with a spreadsheet, one student
            a line, save it as CSV and choose it here. Columns may stand in any order.
          </p>
          <FileField
            name={IMPORT_FIELDS.file}
            label="CSV file"
            width="md"
            accept=".csv,text/csv,text/plain"
          />
          <noscript>
            <CheckboxField
              name={IMPORT_FIELDS.mayReplace}
              label="Replace what is already entered in the forms below"
            />
          </noscript>
          <div>
            <Button
              type="submit"
              name="intent"
              value="import"
              formEncType="multipart/form-data"
              formNoValidate
              pending={isReading}
              pendingLabel="Reading…"
              onClick={(event) => void readChosen(event)}
            >
              Import
            </Button>
          </div>
          {outcome === null ? null : <OutcomeBanner outcome={outcome} />}
        </Stack>
      </div>
      {dialog}
    </CollapsiblePanel>
  );
}

async function readFile(file: File, defaults: StudentImportProps['defaults']) {
  try {
    const [bytes, { parse }] = await Promise.all([file.arrayBuffer(), import('csv-parse/browser/esm/sync')]);
    return importStudents(new Uint8Array(bytes), parse, defaults);
  } catch (error) {
    return error instanceof CsvImportError
      ? failedOutcome(error.message, true)
      : failedOutcome(UNREADABLE_CSV_MESSAGE, false);
  }
}

function OutcomeBanner({ outcome }: { outcome: CsvOutcome }) {
  const tone = outcome.isFailure ? 'danger' : outcome.remarks.length > 0 ? 'warning' : 'success';
  return (
    <Banner key={JSON.stringify(outcome)} tone={tone} title={outcome.message}>
      {outcome.remarks.length > 0 ? (
        <ul className="mb-0">
          {outcome.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      ) : null}
      {outcome.showsHeaders ? (
        <p className="mb-0">The first line must name the columns: {STUDENT_CSV_HEADERS.join(', ')}.</p>
      ) : null}
    </Banner>
  );
}

import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ImportOutcome } from '#app/components/domain/designate/import/import-outcome.tsx';
import {
  chosenSource,
  ImportSourceFields,
} from '#app/components/domain/designate/import/import-source-fields.tsx';
import type { ImportSource } from '#app/components/domain/designate/import/import-state.ts';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import type { DraftStudent } from '#app/lib/draft.ts';
import type { RememberedColumns } from '#app/lib/student-csv-mapping.ts';
import { type CsvOutcome, failedOutcome, NO_CSV_CHOSEN } from '#app/lib/student-csv-outcome.ts';

interface StudentImportProps {
  /** The state of students whose cell is empty, and the present day 'YYYY-MM-DD'. */
  defaults: { state: string; today: string };
  highSchoolId: string;
  /** What the last import had to say. */
  outcome: CsvOutcome | null;
  /** The forms as they stand now. */
  formsNow(): readonly DraftStudent[];
  /** What happened, and the forms afterwards; null leaves them. */
  onOutcome(outcome: CsvOutcome, students: readonly DraftStudent[] | null): void;
}

/** The import's own part, with the schemas and the parser: fetched when the panel is first touched. */
const loadWizard = () => import('#app/components/domain/designate/import/import-wizard.tsx');
type Wizard = Awaited<ReturnType<typeof loadWizard>>;

/**
 * Import from CSV (specification, section 5), from a file or from cells pasted out of a spreadsheet. With scripts the file is read here
 * and never leaves the browser; without, its button sends the students' form with the file, and the server does the same.
 */
export function StudentImport({ defaults, highSchoolId, outcome, formsNow, onOutcome }: StudentImportProps) {
  const [opened, setOpened] = useState<{ wizard: Wizard; source: ImportSource } | null>(null);
  const [isReading, setReading] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const chosenNow = useRef<RememberedColumns>({});
  const prefetch = () => void loadWizard().catch(() => undefined);
  useFocusOnOutcome(frame, outcome);

  const readChosen = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const button = event.currentTarget;
    const chosen = chosenSource(frame.current);
    if (chosen === null) return onOutcome(failedOutcome(NO_CSV_CHOSEN), null);
    setReading(true);
    const wizard = await loadWizard().catch(() => null);
    if (wizard === null) {
      setReading(false);
      return button.form?.requestSubmit(button);
    }
    const remembered = { ...(await wizard.fetchRememberedColumns(highSchoolId)), ...chosenNow.current };
    const read = await wizard.readSource(chosen, remembered);
    setReading(false);
    if ('failure' in read) onOutcome(read.failure, null);
    else setOpened({ wizard, source: read.source });
  };

  const takeOver = async (
    wizard: Wizard,
    told: CsvOutcome,
    students: readonly DraftStudent[],
    columns: RememberedColumns,
  ) => {
    onOutcome(told, students);
    if (await wizard.rememberColumns(highSchoolId, columns)) return;
    const remark = 'What the columns mean could not be remembered for the next import.';
    onOutcome({ ...told, remarks: [...told.remarks, remark] }, null);
  };

  return (
    <div ref={frame} onFocus={prefetch} onPointerDown={prefetch}>
      <CollapsiblePanel title="Import from CSV" defaultOpen={outcome !== null}>
        {opened === null ? (
          <ImportSourceFields isReading={isReading} onImport={(event) => void readChosen(event)}>
            {outcome === null ? null : <ImportOutcome outcome={outcome} />}
          </ImportSourceFields>
        ) : (
          <opened.wizard.ImportWizard
            source={opened.source}
            defaults={defaults}
            formsNow={formsNow}
            onDone={(told, students, columns) => void takeOver(opened.wizard, told, students, columns)}
            onCancel={(columns) => {
              chosenNow.current = { ...chosenNow.current, ...columns };
              setOpened(null);
            }}
          />
        )}
      </CollapsiblePanel>
    </div>
  );
}

/** After an import the forms begin anew, and with them this panel: its words get the focus that was on its button. */
function useFocusOnOutcome(frame: RefObject<HTMLDivElement>, outcome: CsvOutcome | null): void {
  const first = useRef(outcome);
  useEffect(() => {
    if (first.current === null || document.activeElement !== document.body) return;
    frame.current?.querySelector<HTMLElement>('summary')?.focus();
  }, [frame]);
}

import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ImportOutcome } from '#app/components/designate/import/import-outcome.tsx';
import { chosenSource, ImportSourceFields } from '#app/components/designate/import/import-source-fields.tsx';
import type { ImportSource } from '#app/components/designate/import/import-state.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { failureText } from '#app/lib/browser/api-answer.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import type { StudentsReply } from '#app/lib/students/student-errors.ts';
import type { RememberedColumns } from '#app/lib/student-csv/student-csv-mapping.ts';
import {
  type CsvOutcome,
  failedOutcome,
  IMPORT_FIELDS,
  KEEP_LIST,
  type ListChange,
  NO_CSV_CHOSEN,
} from '#app/lib/student-csv/student-csv-outcome.ts';

interface StudentImportProps {
  /** The state of students whose cell is empty, and the present day 'YYYY-MM-DD'. */
  defaults: { state: string; today: string };
  highSchoolId: string;
  /** What was last done to the list. */
  change: ListChange | null;
  /** What the server asks before it imports a file. */
  asked: StudentsReply['asked'];
  /** The forms as they stand now. */
  formsNow(): readonly DraftStudent[];
  /** What happened, and the forms afterwards; null leaves them. */
  onOutcome(outcome: CsvOutcome, students: readonly DraftStudent[] | null): void;
  /** Brings the list before the change back. */
  onUndo(): void;
}

/** The import's own part, with the schemas and the parser: fetched when the panel is first touched. */
const loadWizard = () => import('#app/components/designate/import/import-wizard.tsx');
type Wizard = Awaited<ReturnType<typeof loadWizard>>;

/**
 * Import from CSV (specification, section 5), from a file or pasted cells. With scripts the file never leaves the
 * browser; without, the students' form sends it and the server does the same.
 */
export function StudentImport(props: StudentImportProps) {
  const { defaults, highSchoolId, change, asked, formsNow, onOutcome, onUndo } = props;
  const outcome = change?.outcome ?? null;
  const [opened, setOpened] = useState<{ wizard: Wizard; source: ImportSource } | null>(null);
  const [isReading, setReading] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const chosenNow = useRef<RememberedColumns>({});
  /** Whether what the columns mean is remembered, as far as that was tried. */
  const remembering = useRef(Promise.resolve(true));
  const prefetch = () => void loadWizard().catch(() => undefined);
  useFocusOnOutcome(words, outcome);

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
    try {
      const remembered = { ...(await wizard.fetchRememberedColumns(highSchoolId)), ...chosenNow.current };
      const read = await wizard.readSource(chosen, remembered);
      if ('failure' in read) onOutcome(read.failure, null);
      else setOpened({ wizard, source: read.source });
    } catch (error) {
      onOutcome(failedOutcome(failureText(error)), null);
    } finally {
      setReading(false);
    }
  };

  const remember = (wizard: Wizard, columns: RememberedColumns) => {
    chosenNow.current = { ...chosenNow.current, ...columns };
    remembering.current = remembering.current.then(() => wizard.rememberColumns(highSchoolId, columns));
  };

  const takeOver = async (outcome: CsvOutcome, students: readonly DraftStudent[]) => {
    onOutcome(outcome, students);
    if (await remembering.current) return;
    const remark = 'We couldn’t save your column choices for the next import.';
    onOutcome({ ...outcome, remarks: [...outcome.remarks, remark] }, null);
  };

  /** The buttons go, and with them the focus: it returns to where the import began. */
  const cancel = () => {
    flushSync(() => setOpened(null));
    frame.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };

  const said = change === null ? null : <ImportOutcome change={change} onUndo={onUndo} />;
  const hasFailed = outcome?.isFailure === true;
  return (
    <>
      {said === null || hasFailed ? null : (
        <div ref={words} tabIndex={-1}>
          {said}
        </div>
      )}
      {asked === undefined ? null : <AskedImport {...asked} />}
      <div ref={frame} onFocus={prefetch} onPointerDown={prefetch}>
        <CollapsiblePanel title="Import from CSV" defaultOpen={hasFailed}>
          {opened === null ? (
            <ImportSourceFields isReading={isReading} onImport={(event) => void readChosen(event)}>
              {hasFailed ? said : null}
            </ImportSourceFields>
          ) : (
            <opened.wizard.ImportWizard
              source={opened.source}
              defaults={defaults}
              formsNow={formsNow}
              onColumns={(columns) => remember(opened.wizard, columns)}
              onDone={(outcome, students) => void takeOver(outcome, students)}
              onCancel={cancel}
            />
          )}
        </CollapsiblePanel>
      </div>
    </>
  );
}

/** The server's question before it imports a file; the answer needs the file no more. */
function AskedImport({ question, students }: NonNullable<StudentsReply['asked']>) {
  return (
    <Banner tone="warning" title={question.title}>
      <p className="text-pre-line">{question.message}</p>
      <input type="hidden" name={IMPORT_FIELDS.imported} value={JSON.stringify(students)} />
      <Cluster>
        <Button type="submit" name="intent" value="replace" variant="danger" formNoValidate>
          {question.confirmLabel}
        </Button>
        <Button type="submit" name="intent" value="keep" formNoValidate>
          {KEEP_LIST}
        </Button>
      </Cluster>
    </Banner>
  );
}

/** Outcomes that had the focus already. They stay visible while the forms are reset for other reasons. */
const announced = new WeakSet<CsvOutcome>();

/** An import resets the forms and this panel, so the outcome gets the focus that was on its button. */
function useFocusOnOutcome(words: RefObject<HTMLDivElement>, outcome: CsvOutcome | null): void {
  useEffect(() => {
    if (outcome === null || announced.has(outcome)) return;
    announced.add(outcome);
    if (document.activeElement === document.body) words.current?.focus();
  }, [words, outcome]);
}

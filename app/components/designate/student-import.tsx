import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { ListOutcomeBanner } from '#app/components/designate/list-outcome-banner.tsx';
import { chosenSource, ImportSourceFields } from '#app/components/designate/import/import-source-fields.tsx';
import type { ImportSource } from '#app/components/designate/import/import-state.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { type Question, useSubmitQuestion } from '#app/components/ui/confirm.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { failureText } from '#app/lib/browser/api-response.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import type { StudentsReply } from '#app/students/student-errors.ts';
import type { RememberedColumns } from '#app/students/csv/student-csv-mapping.ts';
import { failedOutcome, IMPORT_FIELDS, NO_CSV_CHOSEN } from '#app/students/csv/student-csv-outcome.ts';
import type { ListOutcome, ListChange } from '#app/students/list-change.ts';

interface StudentImportProps {
  /** State for rows without one, and the current date, YYYY-MM-DD. */
  defaults: { state: string; today: string };
  highSchoolId: string;
  change: ListChange | null;
  asked: StudentsReply['asked'];
  /** Whether no student has been entered yet, so that importing is offered first. */
  isListEmpty: boolean;
  /** Whether the page says what is missing, so that the outcome makes room for it. */
  hasErrors: boolean;
  formsNow(): readonly DraftStudent[];
  /** Called when an import begins and when it ends. */
  onOpen(isOpen: boolean): void;
  /** Reports the outcome, with the resulting list; null leaves the list unchanged. */
  onOutcome(outcome: ListOutcome, students: readonly DraftStudent[] | null): void;
  /** Adds a remark to an outcome that is still shown. */
  onRemark(outcome: ListOutcome, remark: string): void;
  onUndo(): void;
}

/** The panel's name in the specification, and what it does, which comes first. */
const IMPORT = 'Import from CSV';
const UPLOAD = 'Upload or paste your list';

/** Loads the wizard with the schemas and the CSV parser, when the panel is first touched. */
const loadWizard = () => import('#app/components/designate/import/import-wizard.tsx');
const loadWorkbook = () => import('#app/lib/csv/workbook.ts');
type Wizard = Awaited<ReturnType<typeof loadWizard>>;

/**
 * Imports from CSV (specification, section 5), from a file or pasted cells. With JavaScript, the file stays
 * in the browser; without it, the students' form uploads the file and the server imports it.
 */
export function StudentImport(props: StudentImportProps) {
  const { defaults, highSchoolId, change, asked, isListEmpty, hasErrors, formsNow } = props;
  const { onOpen, onOutcome, onRemark, onUndo } = props;
  const outcome = change?.outcome ?? null;
  const [opened, setOpened] = useState<{ wizard: Wizard; source: ImportSource } | null>(null);
  const [isReading, setReading] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const outcomeFrame = useRef<HTMLDivElement>(null);
  /** Column choices on this page, for its next file. They're stored when an import is done. */
  const chosenNow = useRef<RememberedColumns>({});
  const prefetch = () => void loadWizard().catch(() => undefined);
  /** Loads the workbook reader while the user looks for the file. */
  const prefetchReader = ({ target }: MouseEvent) => {
    if (target instanceof HTMLInputElement && target.type === 'file')
      void loadWorkbook().catch(() => undefined);
  };
  useFocusOnOutcome(outcomeFrame, outcome);
  const isOpen = opened !== null;
  useEffect(() => onOpen(isOpen), [onOpen, isOpen]);

  const readChosen = async (upload: () => void) => {
    const chosen = chosenSource(frame.current);
    if (chosen === null) return onOutcome(failedOutcome(NO_CSV_CHOSEN), null);
    setReading(true);
    // Loads the workbook reader along with the wizard, which saves time on a slow connection.
    if (chosen instanceof File && /\.xlsx$/i.test(chosen.name)) void loadWorkbook().catch(() => undefined);
    const wizard = await loadWizard().catch(() => null);
    if (wizard === null) {
      setReading(false);
      return upload();
    }
    try {
      const read = await wizard.readSource(chosen, highSchoolId, chosenNow.current);
      if ('failure' in read) onOutcome(read.failure, null);
      else setOpened({ wizard, source: read.source });
    } catch (error) {
      onOutcome(failedOutcome(failureText(error)), null);
    } finally {
      setReading(false);
    }
  };

  /** Stores the column choices of a done import, except those that were stored before this page. */
  const remember = async (wizard: Wizard, columns: RememberedColumns, outcome: ListOutcome) => {
    const chosen = Object.entries(columns).filter(([key]) => Object.hasOwn(chosenNow.current, key));
    if (await wizard.rememberColumns(highSchoolId, Object.fromEntries(chosen))) return;
    onRemark(outcome, "We couldn't save your column choices for the next import.");
  };

  /** Cancels the import. Its buttons disappear, so the focus returns to the file input. */
  const cancel = () => {
    flushSync(() => setOpened(null));
    frame.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };

  const hasFailed = outcome?.isFailure === true;
  const outcomeMessage =
    change === null ? null : (
      <ListOutcomeBanner change={change} onUndo={onUndo} isBrief={hasErrors && !hasFailed} />
    );
  return (
    <>
      {outcomeMessage === null || hasFailed ? null : (
        <div ref={outcomeFrame} className="student-outcome" tabIndex={-1}>
          {outcomeMessage}
        </div>
      )}
      {asked === undefined ? null : <ImportQuestion {...asked} />}
      <div
        ref={frame}
        className="student-import"
        onFocus={prefetch}
        onPointerDown={prefetch}
        onClick={prefetchReader}
      >
        <CollapsiblePanel title={UPLOAD} note={IMPORT} defaultOpen={hasFailed || isListEmpty}>
          {opened === null ? (
            <ImportSourceFields
              isReading={isReading}
              onImport={(event) => {
                event.preventDefault();
                const button = event.currentTarget;
                void readChosen(() => button.form?.requestSubmit(button));
              }}
              onChoose={() => void readChosen(() => undefined)}
            >
              {hasFailed ? <div ref={outcomeFrame}>{outcomeMessage}</div> : null}
            </ImportSourceFields>
          ) : (
            <opened.wizard.ImportWizard
              source={opened.source}
              defaults={defaults}
              formsNow={formsNow}
              onColumns={(columns) => {
                chosenNow.current = { ...chosenNow.current, ...columns };
              }}
              onDone={(outcome, students, columns) => {
                onOutcome(outcome, students);
                void remember(opened.wizard, columns, outcome);
              }}
              onCancel={cancel}
            />
          )}
        </CollapsiblePanel>
      </div>
    </>
  );
}

const LEAVE_QUESTION: Question = {
  title: 'Leave this import?',
  message: "The students in your file haven't been imported yet.",
  confirmLabel: 'Leave import',
  cancelLabel: 'Back to import',
};

interface ImportGuard {
  onOpen(isOpen: boolean): void;
  /** Prevents the submission of a form until the question is answered. */
  askFirst(event: FormEvent<HTMLFormElement>): void;
  readonly dialog: ReactNode;
}

/** Asks before the form is left during an import, because its students would be missing without notice. */
export function useImportGuard(): ImportGuard {
  const isOpen = useRef(false);
  const [askFirst, dialog] = useSubmitQuestion(() => (isOpen.current ? LEAVE_QUESTION : null));
  const onOpen = useCallback((now: boolean) => {
    isOpen.current = now;
  }, []);
  return { onOpen, askFirst, dialog };
}

/** The server's question before importing a file. The answer doesn't need the file again. */
function ImportQuestion({ question, students }: NonNullable<StudentsReply['asked']>) {
  return (
    <Banner tone="warning" title={question.title}>
      <p className="text-pre-line">{question.message}</p>
      <input type="hidden" name={IMPORT_FIELDS.imported} value={JSON.stringify(students)} />
      <Cluster>
        <Button type="submit" name="intent" value="replace" variant={question.tone} formNoValidate>
          {question.confirmLabel}
        </Button>
        <Button type="submit" name="intent" value="keep" formNoValidate>
          Keep my list
        </Button>
      </Cluster>
    </Banner>
  );
}

/** Outcomes that have already been focused. They remain visible when the forms restart for other reasons. */
const announced = new WeakSet<ListOutcome>();

/**
 * Focuses the outcome after an import, because the clicked button is gone when the forms restart. A failure, below the
 * button, is scrolled into view.
 */
function useFocusOnOutcome(frame: RefObject<HTMLDivElement>, outcome: ListOutcome | null): void {
  useEffect(() => {
    // A move keeps the focus on its button.
    if (outcome === null || outcome.moved !== undefined || announced.has(outcome)) return;
    announced.add(outcome);
    if (outcome.isFailure) frame.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    else if (document.activeElement === document.body) frame.current?.focus();
  }, [frame, outcome]);
}

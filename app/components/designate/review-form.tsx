import { SUBMIT_REFUSED } from '#app/messages/save-messages.ts';
import { Form, Link } from '@remix-run/react';
import { type FormEvent, useRef, useState, useEffect } from 'react';
import { ConflictNotice } from '#app/components/designate/draft/use-working-copy.tsx';
import {
  ExpectedVersionInput,
  useHeldSubmit,
  useLatestDraft,
  useLatestWarnings,
} from '#app/components/designate/draft/draft-context.tsx';
import type { WorkingDraft } from '#app/components/designate/draft/working-copy.ts';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { type DraftStudent, withoutTrailingEmpty, isSameList } from '#app/students/draft-students.ts';
import { allWarnings, currentWarnings, listedWarnings } from '#app/students/listed-warnings.ts';
import { targetOf, studentPath } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { methodFacts } from '#app/components/designations/method-facts.tsx';
import { StudentMatches } from '#app/components/designations/student-matches.tsx';
import { StudentTable } from '#app/components/designations/student-table.tsx';
import { StepBar } from '#app/components/designate/step-frame.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import type { StudentWarnings } from '#app/schemas/designation-editing.ts';
import { classSizeQuestion } from '#app/messages/student-warning-messages.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import { lookalikePairs, lookalikeSentences } from '#app/students/same-student.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { Draft } from '#app/components/designate/draft/draft.ts';

const SUBMIT_QUESTION =
  'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.';

const OFFLINE: Refusal = {
  message: "You're offline. Your changes are kept on this device. Submit again when you reconnect.",
  issues: [],
};

/** Why a submission was rejected, with the fields to correct. */
export interface Refusal {
  readonly message: string;
  readonly issues: readonly Issue[];
}

interface ReviewFormProps {
  designation: DesignationResponse;
  working: WorkingDraft;
  today: string;
  previousSize: { classSize: number; year: number } | null;
  /** Warnings about the stored students. */
  warnings: StudentWarnings;
  refusal: Refusal | null;
}

/** Read-only summary of a designation, with the button to submit it (specification, section 2, Review). */
export function ReviewForm(props: ReviewFormProps) {
  const { designation, working, today, previousSize, refusal } = props;
  const { isLive } = working;
  const draft = useLatestDraft(working);
  const { classSize } = draft;
  const target = targetOf(draft);
  const students = withoutTrailingEmpty(draft.students);
  const loaded = useLatestWarnings(draft, props.warnings);
  const known = currentWarnings(loaded, draft.stored.students, students);
  const warnings = useUnsavedWarnings(draft, students, known);
  const sendsContents = isLive && (draft.edited || designation.status === 'PENDING');
  const isEmptyClass = designationSize(classSize ?? 0) === 0;
  const formRef = useRef<HTMLFormElement>(null);
  const [isOffline, setOffline] = useState(false);
  const message = isOffline ? OFFLINE : refusal;
  useHeldSubmit(formRef);

  const stayOffline = (event: FormEvent) => {
    setOffline(!navigator.onLine);
    if (!navigator.onLine) event.preventDefault();
  };

  return (
    <Form id="review" method="post" ref={formRef} onSubmit={stayOffline}>
      <ExpectedVersionInput loaded={draft.version} />
      {sendsContents ? (
        <input
          type="hidden"
          name="contents"
          value={JSON.stringify({ ...pickFields(METHOD_FIELDS, draft), students })}
        />
      ) : null}
      <Stack>
        {message === null ? null : <RefusalBanner refusal={message} target={target} />}
        <ConflictNotice
          designation={designation}
          today={today}
          here={stepPath('review', target)}
          working={working}
        />
        <StudentMatches students={students} warnings={lookalikeSentences(lookalikePairs(students))} />
        <Warnings
          question={classSizeQuestion(classSize, previousSize)}
          students={students}
          found={warnings}
          today={today}
          target={target}
        />
        <Panel title="Method" actions={<ChangeLink to={stepPath('method', target)} what="the method" />}>
          <DescriptionList items={Object.values(methodFacts(draft))} />
        </Panel>
        {students.length === 0 ? (
          <Panel
            title="Students"
            actions={<ChangeLink to={stepPath('students', target)} what="the students" />}
          >
            <p className="mb-0">
              {isEmptyClass
                ? "You aren't designating any students."
                : "You haven't entered any students yet."}
            </p>
          </Panel>
        ) : (
          <Panel
            title={`Students (${students.length})`}
            flush
            actions={<ChangeLink to={stepPath('students', target)} what="the students" />}
          >
            <StudentTable
              students={students.map((student, index) => ({ ...student, id: student.id ?? `new ${index}` }))}
              today={today}
              changeHref={(position) => studentPath(target, position)}
            />
          </Panel>
        )}
        <StepBar
          back={
            <ButtonLink to={stepPath(isEmptyClass ? 'method' : 'students', target)} icon="chevron-left">
              Back
            </ButtonLink>
          }
          saving={{ status: designation.status, today, working }}
        >
          <ConfirmSubmitButton
            variant="primary"
            question={{
              title: 'Submit this designation?',
              message: SUBMIT_QUESTION,
              confirmLabel: 'Submit designation',
            }}
          >
            Submit
          </ConfirmSubmitButton>
        </StepBar>
      </Stack>
    </Form>
  );
}

function ChangeLink({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to}>
      Change<VisuallyHidden> {what}</VisuallyHidden>
    </Link>
  );
}

interface WarningsProps {
  /** About the class size. */
  question: string | undefined;
  students: readonly DraftStudent[];
  /** The server's warnings by index. */
  found: readonly (readonly string[])[];
  today: string;
  target: ReturnType<typeof targetOf>;
}

/** Lists what looks wrong, with links to where it's changed. Doesn't block the submission. */
function Warnings({ question, students, found, today, target }: WarningsProps) {
  const ofMethod =
    question === undefined ? [] : [{ link: 'Class size', to: stepPath('method', target), warning: question }];
  // Students listed twice are in the notice above.
  const warnings = allWarnings(students, today, [], found);
  const ofStudents = listedWarnings(students, warnings).map(({ position, student, warning }) => ({
    link: student,
    to: studentPath(target, position),
    warning,
  }));
  const listed = [...ofMethod, ...ofStudents];
  if (listed.length === 0) return null;
  return (
    <Banner tone="warning" live={false} title="Check this before you submit">
      <ul className="mb-0">
        {listed.map(({ link, to, warning }) => (
          <li key={`${link} ${warning}`}>
            <Link to={to}>{link}</Link>: {warning}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function RefusalBanner({ refusal, target }: { refusal: Refusal; target: ReturnType<typeof targetOf> }) {
  return (
    <Banner tone="danger" title={`${SUBMIT_REFUSED}${refusal.message}`}>
      {refusal.issues.length > 0 ? (
        <ul className="mb-0">
          {refusal.issues.map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>
              {path[0] === 'students' ? (
                <Link
                  to={
                    typeof path[1] === 'number'
                      ? studentPath(target, path[1] + 1)
                      : stepPath('students', target)
                  }
                >
                  {typeof path[1] === 'number' ? `Student ${path[1] + 1}: ${message}` : message}
                </Link>
              ) : (
                <Link to={stepPath('method', target)}>{message}</Link>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </Banner>
  );
}

type Warnings = readonly (readonly string[])[];

/**
 * Returns the server's warnings by index. Students who aren't stored like this, as in changes of a PENDING
 * designation, are checked without storing them. Until then, or if that fails, returns `known`.
 */
function useUnsavedWarnings(
  { id, stored }: Pick<Draft, 'id' | 'stored'>,
  students: readonly DraftStudent[],
  known: Warnings,
): Warnings {
  const [checked, setChecked] = useState<{ readonly list: string; readonly warnings: Warnings } | null>(null);
  const isUnsaved = id !== null && !isSameList(students, stored.students);
  const list = isUnsaved ? JSON.stringify(students) : null;
  useEffect(() => {
    if (id === null || list === null) return;
    let isCurrent = true;
    const check = async () => {
      const { fetchUnsavedWarnings } = await import('#app/components/designations/designation-client.ts');
      const warnings = await fetchUnsavedWarnings(id, JSON.parse(list) as DraftStudent[]);
      if (isCurrent) setChecked({ list, warnings });
    };
    check().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [id, list]);
  return checked !== null && checked.list === list ? checked.warnings : known;
}

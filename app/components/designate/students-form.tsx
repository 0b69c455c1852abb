import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, type MutableRefObject, useRef, useState } from 'react';
import { ConflictNotice, useDraftStudents } from '#app/components/designate/draft/use-working-copy.tsx';
import {
  ExpectedVersionInput,
  useAutosave,
  useDraftServices,
  submitAgain,
  useHeldSubmit,
  useLatestDraft,
  useLatestWarnings,
} from '#app/components/designate/draft/draft-context.tsx';
import type { WorkingDraft } from '#app/components/designate/draft/working-copy.ts';
import { LIST_FIELD, studentOfForm } from '#app/students/draft-form.ts';
import { type DraftStudent, isFilledIn, withoutTrailingEmpty } from '#app/students/draft-students.ts';
import { allWarnings, currentWarnings } from '#app/students/listed-warnings.ts';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { buttonReleased } from '#app/components/designate/button-released.ts';
import { MoveOutcomeBanner } from '#app/components/designate/list-outcome-banner.tsx';
import { MoveButtons } from '#app/components/designate/open-student.tsx';
import { StudentImport, useImportGuard } from '#app/components/designate/student-import.tsx';
import { StepBar } from '#app/components/designate/step-frame.tsx';
import {
  completeStudents,
  listProgress,
  nextIncomplete,
  StudentSlots,
} from '#app/components/designate/student-slots.tsx';
import { StudentSummary } from '#app/components/designate/student-summary.tsx';
import { useLookalikes } from '#app/components/designate/use-lookalikes.ts';
import type { OpenSlot } from '#app/components/designate/use-open-student.ts';
import { useStudentErrors } from '#app/components/designate/use-student-errors.ts';
import { enterButton, useStudentSlots } from '#app/components/designate/use-student-slots.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useLazyChecks } from '#app/components/forms/use-lazy-checks.ts';
import { useListChanges, type WaitingListChange } from '#app/components/designate/use-list-changes.ts';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import type { ListOutcome, ListChange } from '#app/students/list-change.ts';
import { firstWrongStudent, type StudentErrors, type StudentsReply } from '#app/students/student-errors.ts';
import type { StudentWarnings } from '#app/schemas/designation-editing.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';

const fetchChecks = () => import('#app/components/designate/designate-validation.ts');

const FORM_ID = 'students';

interface StudentsFormProps {
  designation: DesignationResponse;
  working: WorkingDraft;
  /** Date for calculating ages, YYYY-MM-DD. */
  today: string;
  /** Warnings about the stored students. */
  warnings: StudentWarnings;
  /** A list returned by the server, shown instead of the draft's, with the version it was based on. */
  posted: { readonly students: readonly DraftStudent[]; readonly version: string } | null;
  slot: OpenSlot;
  change: ListChange | null;
  waitingChangeRef: MutableRefObject<WaitingListChange | null>;
  asked: StudentsReply['asked'];
  onChange(change: ListChange): void;
  /** Adds a remark to the outcome of a change that is still shown. */
  onRemark(outcome: ListOutcome, remark: string): void;
}

/**
 * A form for each student of the class (specification, section 2, Submit Students), one open at a time. Inputs are
 * uncontrolled and saved to the draft after a pause. Use `working.formKey` as key.
 */
export function StudentsForm(props: StudentsFormProps) {
  const { designation, working, today, posted, slot, change, asked, onChange, onRemark } = props;
  const { draft } = working;
  const { state } = useSite();
  const { store, session } = useDraftServices();
  const navigate = useNavigate();
  const target = targetOf(draft);
  const formRef = useRef<HTMLFormElement>(null);
  const listRef = useRef<HTMLInputElement>(null);
  const drafted = useDraftStudents(draft, posted?.students ?? null, state);
  const { students } = drafted;
  const [listed] = useState(() => JSON.stringify(students));
  const total = students.length;
  // Stays until the forms restart: another panel title would remount the list and lose the focus.
  const [isListEmpty] = useState(() => !students.some(isFilledIn));
  const open = slot.open !== null && slot.open < total ? slot.open : null;
  /** Typing the first student is offered beside the import; further ones get the whole width. */
  const isBeside = isListEmpty && (open === 0 || !students.some(isFilledIn));
  const isTouched = useRef(false);
  const openFirstWrong = (found: StudentErrors) => {
    isTouched.current = false;
    const first = firstWrongStudent(found);
    if (first !== null) slot.show(first);
  };
  const guard = useImportGuard();
  const errors = useStudentErrors(working.reply, openFirstWrong);

  const openStudent = (form: HTMLFormElement, index: number) => studentOfForm(new FormData(form), index);
  const now = (): readonly DraftStudent[] => {
    const form = formRef.current;
    return form === null || open === null ? drafted.now() : drafted.now().with(open, openStudent(form, open));
  };
  const flush = useAutosave(formRef, total, (form) => {
    if (open === null) return true;
    isTouched.current = true;
    return drafted.keep(open, openStudent(form, open));
  });
  useHeldSubmit(formRef);
  const checks = useLazyChecks(formRef, fetchChecks, {
    atOnce: designation.status === 'PENDING',
    submitAgain,
  });
  const lookalikes = useLookalikes(formRef, students, now);
  const latest = useLatestDraft(working);
  const found = useLatestWarnings(latest, props.warnings);
  const stillFound = currentWarnings(found, latest.stored.students, students);
  const warnings = allWarnings(students, today, lookalikes, stillFound);
  /** Removes fixed errors of the open student from the summary. */
  const forgetFixed = () => {
    flush();
    const form = formRef.current;
    if (form === null || open === null || checks === undefined || !isTouched.current) return;
    const unfixed = Object.keys(checks.checkStudents([openStudent(form, open)], today) ?? {});
    const names = unfixed.map((name) => name.replace('students[0]', `students[${open}]`));
    errors.remaining(open, new Set(names));
  };
  const complete = completeStudents(students, today, errors.current);
  const next = nextIncomplete(complete, open);
  const slots = useStudentSlots(formRef, slot, () => {
    forgetFixed();
    if (isTouched.current && open !== null) errors.changed(open);
    isTouched.current = false;
  });

  /** Continues without saving if everything is stored, or if PENDING, which is only saved on submission. */
  const continueToReview = (event: FormEvent<HTMLFormElement>) => {
    flush();
    const found = checks?.checkStudents(now(), today) ?? null;
    errors.report(found ?? {});
    if (found !== null) {
      event.preventDefault();
      openFirstWrong(found);
      return;
    }
    const isPending = designation.status === 'PENDING';
    // Until the checks have loaded, the server validates, even if everything is stored.
    if (!isPending && (checks === undefined || store.get()?.edited !== false)) return;
    event.preventDefault();
    if (isPending) store.edit({ students: withoutTrailingEmpty(now()) });
    navigate(stepPath('review', target));
  };

  /** Goes back without requiring complete forms. Invalid values remain in the browser's draft. */
  const goBack = (event: FormEvent<HTMLFormElement>) => {
    flush();
    if (!working.isLive) return;
    event.preventDefault();
    navigate(stepPath('method', target));
  };

  const send = (event: FormEvent<HTMLFormElement>) => {
    if (listRef.current !== null) listRef.current.value = JSON.stringify(now());
    if (pressed(event, 'import')) return;
    guard.askFirst(event);
    if (event.defaultPrevented) return;
    if (pressed(event, 'back')) goBack(event);
    else continueToReview(event);
  };

  const list = useListChanges({
    isLive: working.isLive,
    now,
    flush,
    slot,
    change,
    state,
    onChange,
    onRearranged: (after) => {
      store.rearrange(withoutTrailingEmpty(after));
      working.restart();
      session.markDirty();
    },
    storedStudents: () => store.get()?.stored.students ?? [],
    waitingRef: props.waitingChangeRef,
  });

  const isMoved = change !== null && open !== null && change.outcome.moved === open;
  return (
    <Form
      method="post"
      id={FORM_ID}
      ref={formRef}
      noValidate
      onSubmit={send}
      onBlur={
        Object.keys(errors.found).length === 0 ? undefined : () => void buttonReleased().then(forgetFixed)
      }
      onClick={slots.onClick}
      onKeyDown={slots.onKeyDown}
    >
      <ImplicitSubmit {...(enterButton(open, total) ?? { name: 'intent', value: 'review' })} />
      {posted === null || working.isLive ? (
        <ExpectedVersionInput loaded={draft.version} />
      ) : (
        <input type="hidden" name="version" value={posted.version} />
      )}
      <input type="hidden" name={LIST_FIELD} ref={listRef} defaultValue={listed} />
      <FormStack>
        <StudentSummary
          formId={FORM_ID}
          errors={errors.found}
          open={open}
          isLive={working.isLive}
          onFollow={(index, id) => slots.show(index, { id })}
        />
        <ConflictNotice
          designation={designation}
          today={today}
          here={stepPath('students', target)}
          working={working}
        />
        {total === 0 ? (
          <p>You aren&apos;t designating any students.</p>
        ) : (
          <div className={classNames('student-entry stack', isBeside && 'is-beside')}>
            <StudentImport
              defaults={{ state, today }}
              highSchoolId={target.highSchoolId}
              change={isMoved ? null : change}
              asked={asked}
              isListEmpty={isListEmpty}
              hasErrors={Object.keys(errors.found).length > 0}
              formsNow={now}
              onOpen={guard.onOpen}
              onOutcome={list.applyOutcome}
              onRemark={onRemark}
              onUndo={list.undo}
            />
            <StudentSlots
              formId={FORM_ID}
              students={students}
              open={open}
              today={today}
              errors={errors.current}
              warnings={warnings}
              title={isListEmpty ? 'Or type your list' : undefined}
              outcome={isMoved ? <MoveOutcomeBanner change={change} onUndo={list.undo} /> : null}
              actionsOf={(index) => (
                <>
                  <MoveButtons
                    index={index}
                    total={total}
                    onMove={(event, act) => list.move(event, act, index)}
                  />
                  <Button
                    type="submit"
                    name="remove"
                    value={index + 1}
                    formNoValidate
                    variant="quiet"
                    icon="trash"
                    onClick={(event) => list.remove(event, index)}
                  >
                    Remove this student
                  </Button>
                </>
              )}
            />
          </div>
        )}
        <StepBar
          back={
            <SubmitButton variant="outline" icon="chevron-left" name="intent" value="back" formNoValidate>
              Back
            </SubmitButton>
          }
          saving={{ status: designation.status, today, working }}
          progress={total === 0 ? null : listProgress(complete, warnings)}
        >
          {next === null ? null : (
            <Button type="submit" name="open" value={next + 1} formNoValidate icon="arrow-down">
              Next incomplete
            </Button>
          )}
          <SubmitButton name="intent" value="review">
            Review
          </SubmitButton>
        </StepBar>
        {guard.dialog}
      </FormStack>
    </Form>
  );
}

function pressed({ nativeEvent }: FormEvent<HTMLFormElement>, intent: string): boolean {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement && submitter.name === 'intent' && submitter.value === intent;
}

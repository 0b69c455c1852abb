import { FormProvider, getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ConflictNotice } from '#app/components/domain/designate/conflict-notice.tsx';
import { placeOf, stepPath } from '#app/components/domain/designate/designate-steps.ts';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';
import { LookalikeWarning } from '#app/components/domain/designate/lookalike-warning.tsx';
import { SeenVersion } from '#app/components/domain/designate/seen-version.tsx';
import { StudentFields } from '#app/components/domain/designate/student-fields.tsx';
import { StudentImport } from '#app/components/domain/designate/student-import.tsx';
import { useAutosave } from '#app/components/domain/designate/use-autosave.ts';
import { useLazyCheck } from '#app/components/domain/designate/use-lazy-check.ts';
import { useLookalikes } from '#app/components/domain/designate/use-lookalikes.ts';
import { useHeldSubmit } from '#app/components/domain/designate/use-held-submit.ts';
import type { WorkingDraft } from '#app/components/domain/designate/use-working-copy.ts';
import { useSite } from '#app/components/domain/site-context.ts';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { watchErrors } from '#app/components/forms/watch-errors.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import {
  confirmedClassSize,
  type DraftStudent,
  studentsForClass,
  withIdsByPlace,
  withoutTrailingEmpty,
} from '#app/lib/draft.ts';
import { studentsOfForm } from '#app/lib/draft-form.ts';
import type { CsvOutcome } from '#app/lib/student-csv-outcome.ts';
import type { StudentsForm as StudentsFields } from '#app/schemas/designate-forms.ts';
import { STUDENT_CONSTRAINT } from '#app/schemas/student-constraint.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

const FORM_ID = 'students';

interface StudentsFormProps {
  designation: DesignationAnswer;
  working: WorkingDraft;
  /** The day on which ages are told, YYYY-MM-DD. */
  today: string;
  /** The list to show instead of the draft's, where the server has just read a file, and the version it was entered on. */
  posted: { readonly students: readonly DraftStudent[]; readonly version: number } | null;
  outcome: CsvOutcome | null;
  onOutcome(outcome: CsvOutcome): void;
}

/**
 * One form per place of the class (specification, section 2, Submit Students). Inputs are uncontrolled; typing renders nothing again
 * and reaches the draft after a pause. Give it `working.formKey` as key.
 */
export function StudentsForm({ designation, working, today, posted, outcome, onOutcome }: StudentsFormProps) {
  const { draft } = working;
  const { state } = useSite();
  const { store, desk } = useDraftStore();
  const navigate = useNavigate();
  const place = placeOf(draft);
  const formRef = useRef<HTMLFormElement>(null);
  const [students] = useState(() =>
    studentsForClass(posted?.students ?? draft.students, confirmedClassSize(draft) ?? 0, state),
  );
  const total = students.length;

  const studentsOf = (form: HTMLFormElement) => studentsOfForm(new FormData(form), total);
  const formsNow = () => (formRef.current ? studentsOf(formRef.current) : students);
  const flush = useAutosave(formRef, total, (form) => {
    const ids = store.get()?.students.map(({ id }) => id) ?? [];
    return store.edit({ students: withoutTrailingEmpty(withIdsByPlace(studentsOf(form), ids)) });
  });
  useHeldSubmit(formRef);

  const { onValidate } = useLazyCheck(formRef, ({ checkStudents }) => checkStudents, {
    atOnce: designation.status === 'PENDING',
  });
  useQuietTyping(formRef);
  const lookalikes = useLookalikes(formRef, formsNow);
  const [form] = useForm<StudentsFields>({
    id: FORM_ID,
    lastResult: working.reply ?? null,
    defaultValue: { students },
    constraint: STUDENT_CONSTRAINT,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onSubmit',
    onValidate,
    onSubmit: (event) => leaveFor(event, 'review'),
  });
  watchErrors(form);

  /** A PENDING designation is not saved before its submission: the browser just goes on. */
  const leaveFor = (event: FormEvent<HTMLFormElement>, step: 'method' | 'review') => {
    flush();
    if (designation.status !== 'PENDING') return;
    event.preventDefault();
    navigate(stepPath(step, place));
  };

  /** Back asks for no complete forms: what can be stored is saved on the way, the rest stays in the browser's draft. */
  const goBack = (event: FormEvent<HTMLFormElement>) => {
    flush();
    if (!working.isLive) return;
    event.preventDefault();
    navigate(stepPath('method', place));
  };

  const takeOver = (told: CsvOutcome, list: readonly DraftStudent[] | null) => {
    onOutcome(told);
    if (list === null) return;
    flush();
    store.edit({ students: withoutTrailingEmpty(list) });
    working.startAnew();
    desk.touch();
  };

  return (
    <FormProvider context={form.context}>
      <Form
        method="post"
        {...getFormProps(form)}
        ref={formRef}
        onSubmit={(event) => (pressedBack(event) ? goBack(event) : form.onSubmit(event))}
      >
        <ImplicitSubmit name="intent" value="review" />
        {posted === null ? (
          <SeenVersion loaded={draft.version} />
        ) : (
          <input type="hidden" name="version" value={posted.version} />
        )}
        <FormStack>
          <ErrorSummary form={form} placeOf={studentPlace} />
          <ConflictNotice
            designation={designation}
            today={today}
            here={stepPath('students', place)}
            working={working}
          />
          {total === 0 ? (
            <p>You aren&apos;t designating any students.</p>
          ) : (
            <StudentImport
              defaults={{ state, today }}
              highSchoolId={place.highSchoolId}
              outcome={outcome}
              formsNow={formsNow}
              onOutcome={takeOver}
            />
          )}
          {students.map((_, index) => (
            <Panel key={index}>
              <StudentFields formId={FORM_ID} index={index} total={total} today={today} />
              <LookalikeWarning pairs={lookalikes} place={index + 1} />
            </Panel>
          ))}
          <FormActions spread>
            <SubmitButton variant="outline" icon="chevron-left" name="intent" value="back" formNoValidate>
              Back
            </SubmitButton>
            <SubmitButton name="intent" value="review">
              Review
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </FormProvider>
  );
}

/** 'students[2].email' is in the form of 'Student 3'. */
function studentPlace(name: string): string | undefined {
  const index = /^students\[(\d+)\]/.exec(name)?.[1];
  return index === undefined ? undefined : `Student ${Number(index) + 1}`;
}

function pressedBack({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement && submitter.name === 'intent' && submitter.value === 'back';
}

/**
 * Keeps `input` events from leaving the form: on each of them conform would read the whole form, hundreds of fields at a
 * keystroke, for values that nothing here asks for. What listens inside the form, and React's capture handlers, still hear them.
 */
function useQuietTyping(formRef: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const form = formRef.current;
    const keepInside = (event: Event) => event.stopPropagation();
    form?.addEventListener('input', keepInside);
    return () => form?.removeEventListener('input', keepInside);
  }, [formRef]);
}

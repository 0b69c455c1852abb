import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConflictNotice } from '#app/components/designate/draft/use-working-copy.tsx';
import {
  ExpectedVersionInput,
  useAutosave,
  useDraftServices,
  submitAgain,
  useHeldSubmit,
} from '#app/components/designate/draft/draft-context.tsx';
import type { WorkingDraft } from '#app/components/designate/draft/working-copy.ts';
import { contentOf, type Draft, type DraftMethod } from '#app/components/designate/draft/draft.ts';
import { methodOfForm } from '#app/students/draft-form.ts';
import {
  countRemoved,
  type DraftStudent,
  isSameList,
  isSameValue,
  withoutRemoved,
} from '#app/students/draft-students.ts';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import {
  commentHint,
  DerivedNumber,
  PreviousComment,
  type PreviousMethod,
  previousSentence,
} from '#app/components/designate/method-remarks.tsx';
import {
  RemovalDialog,
  RemovedStudents,
  type StudentRemoval,
} from '#app/components/designate/removed-students.tsx';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { StepBar } from '#app/components/designate/step-frame.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { designationSize } from '#app/schemas/designation-size.ts';
import type { MethodForm as MethodFields } from '#app/schemas/designate-forms.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { CRITERIA_LABELS } from '#app/schemas/enums.ts';
import { classSizeQuestion } from '#app/messages/student-warning-messages.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';

const fetchChecks = () => import('#app/components/designate/designate-validation.ts');

interface MethodFormProps {
  designation: DesignationResponse;
  /** Current date, YYYY-MM-DD. */
  today: string;
  previous: PreviousMethod | null;
  previousSize: { classSize: number; year: number } | null;
  working: WorkingDraft;
}

/** Class size, criteria and comment (specification, section 2, Method). Use `working.formKey` as key. */
export function MethodForm(props: MethodFormProps) {
  const { designation, today, previous, previousSize, working } = props;
  const { draft, reply } = working;
  const previousCriteria = previous?.criteria ?? null;
  const target = targetOf(draft);
  const { store, session } = useDraftServices();
  const navigate = useNavigate();
  const [removal, setRemoval] = useState<StudentRemoval | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => ({
    classSize: draft.classSize,
    criteria: draft.criteria ?? previousCriteria,
    criteriaComment: draft.criteriaComment,
  }));
  const [typed, setTyped] = useState(() => postedMethod(reply?.initialValue) ?? initial);
  const checks = useLazyChecks(formRef, fetchChecks, {
    atOnce: designation.status === 'PENDING',
    submitAgain,
  });
  const onValidate = validateWith(checks?.methodCheck(previousCriteria));
  const flush = useAutosave(formRef, null, (form) => store.edit(methodOfForm(new FormData(form))));
  useHeldSubmit(formRef);

  const rearrange = (students: readonly DraftStudent[], method: DraftMethod) => {
    store.rearrange(students);
    store.edit(method);
  };

  const [form, fields] = useForm<MethodFields>({
    id: 'method',
    lastResult: reply ?? null,
    defaultValue: initial,
    shouldRevalidate: 'onInput',
    onValidate,
    onSubmit: (event, { formData }) => {
      flush();
      const method = methodOfForm(formData);
      const students = store.get()?.students ?? draft.students;
      const size = designationSize(method.classSize ?? 0);
      const classSize = method.classSize ?? 0;
      const count = countRemoved(students, classSize);
      if (count > 0 && store.get() !== null) {
        event.preventDefault();
        setRemoval({ classSize, students, count });
        return;
      }
      const next = stepPath(size === 0 ? 'review' : 'students', target);
      // Doesn't submit values that are already stored, because colleagues may have changed them since.
      if (designation.status !== 'PENDING' && count === 0 && onValidate && isStored(store.get(), method)) {
        event.preventDefault();
        navigate(next);
        return;
      }
      if (count === 0) {
        rearrange(
          withoutRemoved(students, classSize, () => false),
          method,
        );
      }
      if (designation.status !== 'PENDING') return;
      event.preventDefault();
      navigate(next);
    },
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));

  watchErrors(form);
  useEffect(() => {
    // Reads input from before hydration.
    if (formRef.current !== null) setTyped(methodOfForm(new FormData(formRef.current)));
  }, []);
  const hint = commentHint(typed.criteria, previousCriteria);
  const sizeErrors = fields.classSize.errors ?? [];

  /** Saves the reduced list together with the class size, before the form is submitted. */
  const removeStudents = (indexes: readonly number[] | null) => {
    setRemoval(null);
    if (removal === null || indexes === null || formRef.current === null) return;
    const { classSize } = removal;
    const students = store.get()?.students ?? removal.students;
    // If a colleague's save changed the list while the dialog was open, asks again.
    if (!isSameList(students, removal.students)) {
      formRef.current.requestSubmit();
      return;
    }
    const remaining = withoutRemoved(students, classSize, (_, target) => indexes.includes(target));
    rearrange(remaining, methodOfForm(new FormData(formRef.current)));
    session.markDirty();
    formRef.current.requestSubmit();
  };

  return (
    <Form
      method="post"
      {...getFormProps(form)}
      ref={formRef}
      onInputCapture={(event: FormEvent<HTMLFormElement>) =>
        setTyped(methodOfForm(new FormData(event.currentTarget)))
      }
    >
      <ExpectedVersionInput loaded={draft.version} />
      <FormStack>
        <ErrorSummary form={form} />
        <ConflictNotice
          designation={designation}
          today={today}
          here={stepPath('method', target)}
          working={working}
        />
        <Panel>
          <FormStack>
            <div>
              <TextField
                field={fields.classSize}
                label={METHOD_FIELDS.classSize.label}
                hint="Number of juniors at the end of the spring term. Enter 0 if you have none."
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                width="xs"
                warning={
                  sizeErrors.length === 0 ? classSizeQuestion(typed.classSize, previousSize) : undefined
                }
              />
              <DerivedNumber classSize={typed.classSize} />
            </div>
            <RadioGroupField
              field={fields.criteria}
              label={METHOD_FIELDS.criteria.label}
              hint={previousSentence(previous)}
              options={optionsOf(CRITERIA_LABELS)}
            />
            <PreviousComment previous={previous} />
            <TextareaField
              field={fields.criteriaComment}
              label={METHOD_FIELDS.criteriaComment.label}
              optional={hint === undefined}
              hint={hint}
            />
          </FormStack>
        </Panel>
        {fields.dropStudents.errors ? (
          <RemovedStudents
            removal={removalOf(designation, fields.classSize.value)}
            valueOf={({ id }) => id ?? ''}
          />
        ) : null}
        <StepBar
          back={
            <ButtonLink to={stepPath('agreement', target)} icon="chevron-left">
              Back
            </ButtonLink>
          }
          saving={{ status: designation.status, today, working }}
        >
          {fields.dropStudents.errors ? (
            <SubmitButton id={fields.dropStudents.id} name="dropStudents" value="on" variant="danger">
              Remove students and continue
            </SubmitButton>
          ) : (
            <SubmitButton>Continue</SubmitButton>
          )}
        </StepBar>
      </FormStack>
      <RemovalDialog removal={removal} onAnswer={removeStudents} />
    </Form>
  );
}

/** Builds the removal dialog's data from the stored list and the submitted class size. */
function removalOf(designation: DesignationResponse, sent: string | undefined): StudentRemoval {
  const { students } = contentOf(designation);
  const classSize = Number(sent ?? 0);
  return { classSize, students, count: countRemoved(students, classSize) };
}

function isStored(draft: Draft | null, { classSize, criteria, criteriaComment }: DraftMethod): boolean {
  if (draft === null || draft.edited) return false;
  const { stored } = draft;
  return (
    stored.classSize === classSize &&
    stored.criteria === criteria &&
    isSameValue(stored.criteriaComment, criteriaComment)
  );
}

/** The part of conform's form or field metadata that is read. */
interface Watched {
  readonly allErrors: unknown;
  readonly status?: unknown;
}

/**
 * Reads a form's errors in the component that calls conform's hook. conform only reports changes that the component has
 * read since its last render, so errors that only children read could be missed.
 */
function watchErrors(watched: Watched): readonly unknown[] {
  return [watched.status, watched.allErrors];
}

/** Returns the values that the server returned with its errors, which the page shows again. */
function postedMethod(posted: Record<string, unknown> | null | undefined): DraftMethod | null {
  if (posted === null || posted === undefined) return null;
  const form = new FormData();
  for (const [name, value] of Object.entries(posted)) if (typeof value === 'string') form.set(name, value);
  return methodOfForm(form);
}

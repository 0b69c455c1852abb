import { Form } from '@remix-run/react';
import { type FormEvent, type MouseEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { moveButtonId, MoveButtons } from '#app/components/designate/open-student.tsx';
import { completeStudents, listProgress, StudentSlots } from '#app/components/designate/student-slots.tsx';
import { StudentSummary } from '#app/components/designate/student-summary.tsx';
import { firstOpen, useOpenStudent } from '#app/components/designate/use-open-student.ts';
import { useStudentErrors } from '#app/components/designate/use-student-errors.ts';
import { useLookalikes } from '#app/components/designate/use-lookalikes.ts';
import { enterButton, useStudentSlots } from '#app/components/designate/use-student-slots.ts';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { LIST_FIELD, studentOfForm } from '#app/students/draft-form.ts';
import { type DraftStudent, isSameList } from '#app/students/draft-students.ts';
import { afterListStep } from '#app/students/list-step.ts';
import { firstWrongStudent, type StudentsReply } from '#app/students/student-errors.ts';
import { allWarnings, currentWarnings } from '#app/students/listed-warnings.ts';
import type { StudentWarnings } from '#app/schemas/designation-editing.ts';

const FORM_ID = 'students';

interface EditStudentsFormProps {
  detailsHref: string;
  version: number;
  /** The stored students, padded with empty ones for those still missing. */
  stored: readonly DraftStudent[];
  emptyStudent: DraftStudent;
  /** Date for calculating ages, YYYY-MM-DD in the program's time zone. */
  today: string;
  reply: StudentsReply | undefined;
  /** Warnings about the stored students. */
  warnings: StudentWarnings;
}

/** Administrator form to edit a designation's students as one list. Works without JavaScript. */
export function EditStudentsForm(props: EditStudentsFormProps) {
  const { detailsHref, version, stored, emptyStudent, today, reply } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const listRef = useRef<HTMLInputElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const [students, setStudents] = useState(() => reply?.students ?? stored);
  const [listed] = useState(() => JSON.stringify(students));
  const isLive = useIsLive();
  const slot = useOpenStudent(() => (reply ? reply.open : firstOpen(students, null)));
  const open = slot.open !== null && slot.open < students.length ? slot.open : null;
  const isChanged = useMemo(
    () => students.length !== stored.length || !isSameList(students, stored),
    [students, stored],
  );

  const now = (): readonly DraftStudent[] => {
    const form = formRef.current;
    if (form === null || open === null) return students;
    const typed = studentOfForm(new FormData(form), open);
    return students.map((student, index) => (index === open ? typed : student));
  };
  const lookalikes = useLookalikes(formRef, students, now);
  const found = currentWarnings(props.warnings, stored, students);
  const warnings = allWarnings(students, today, lookalikes, found);
  const errors = useStudentErrors(reply, (found) => {
    const first = firstWrongStudent(found);
    if (first === null || first === open) return;
    setStudents(now());
    slot.show(first);
  });
  const slots = useStudentSlots(formRef, slot, () => {
    const typed = now();
    if (open !== null && !isSameList(typed, students)) errors.changed(open);
    setStudents(typed);
  });

  const change = (event: MouseEvent<HTMLButtonElement>, act: 'add' | 'remove' | 'up' | 'down') => {
    event.preventDefault();
    const position = Number(event.currentTarget.value);
    const after = afterListStep(now(), { act, position }, emptyStudent);
    errors.report({});
    setStudents(after.students);
    if (act === 'up' || act === 'down') {
      if (after.open !== null) slot.show(after.open, { id: moveButtonId(act, after.open) });
    } else if (after.open !== null) slot.show(after.open);
    else {
      slot.close();
      addRef.current?.focus();
    }
  };

  const send = (event: FormEvent) => {
    if (listRef.current !== null && !event.defaultPrevented) listRef.current.value = JSON.stringify(now());
  };

  return (
    <>
      <UnsavedChanges forms={[FORM_ID]} isChanged={isChanged} />
      <Form
        method="post"
        id={FORM_ID}
        ref={formRef}
        noValidate
        onSubmit={send}
        onClick={slots.onClick}
        onKeyDown={slots.onKeyDown}
      >
        <ImplicitSubmit {...enterButton(open, students.length)} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name={LIST_FIELD} ref={listRef} defaultValue={listed} />
        <FormStack>
          <StudentSummary
            formId={FORM_ID}
            errors={errors.current}
            open={open}
            isLive={isLive}
            onFollow={(index, id) => slots.show(index, { id })}
          />
          {students.length === 0 ? (
            <Panel flush>
              <EmptyState title="No students on the list">Add a student, or cancel.</EmptyState>
            </Panel>
          ) : (
            <StudentSlots
              formId={FORM_ID}
              students={students}
              open={open}
              today={today}
              errors={errors.current}
              warnings={warnings}
              title={listProgress(completeStudents(students, today, errors.current), warnings)}
              actionsOf={(index) => (
                <>
                  <MoveButtons index={index} total={students.length} onMove={change} />
                  <Button
                    type="submit"
                    name="remove"
                    value={index + 1}
                    formNoValidate
                    variant="quiet"
                    icon="trash"
                    onClick={(event) => change(event, 'remove')}
                  >
                    Remove<VisuallyHidden> student {index + 1}</VisuallyHidden>
                  </Button>
                </>
              )}
            />
          )}
          <div>
            <Button
              ref={addRef}
              type="submit"
              name="add"
              value={1}
              formNoValidate
              icon="plus"
              onClick={(event) => change(event, 'add')}
            >
              Add student
            </Button>
          </div>
          <FormActions>
            <SubmitButton>Save</SubmitButton>
            <ButtonLink to={detailsHref}>Cancel</ButtonLink>
          </FormActions>
        </FormStack>
      </Form>
    </>
  );
}

/** Returns whether the page is hydrated; false on the server and during hydration. */
function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => undefined;
}

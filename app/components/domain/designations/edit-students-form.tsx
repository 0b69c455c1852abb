import { FormProvider, getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import { UnsavedChanges } from '#app/components/domain/designations/unsaved-changes.tsx';
import { StudentFields } from '#app/components/domain/designate/student-fields.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { ImplicitSubmit, SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { DraftStudent } from '#app/lib/draft.ts';

interface EditStudentsFormProps {
  /** Where Cancel leads: the designation's page. */
  detailsHref: string;
  version: number;
  students: readonly DraftStudent[];
  emptyStudent: DraftStudent;
  /** The day on which ages are told, YYYY-MM-DD in the product's time zone. */
  today: string;
  reply: SubmissionResult<string[]> | undefined;
}

// A type, not an interface: conform asks for an index signature.
type Fields = { version: number; students: DraftStudent[] };

/** An administrator's edit of a designation's students as one list; with and without scripts. */
export function EditStudentsForm({
  detailsHref,
  version,
  students,
  emptyStudent,
  today,
  reply,
}: EditStudentsFormProps) {
  const [form, fields] = useForm<Fields>({
    id: 'students',
    lastResult: reply ?? null,
    defaultValue: { students: [...students] },
  });
  const list = fields.students.getFieldList();
  const addRef = useRef<HTMLButtonElement>(null);
  useFocusOnChange(list.length, form.id, addRef);
  return (
    <FormProvider context={form.context}>
      <UnsavedChanges forms={[form.id]} isChanged={list.length !== students.length} />
      <Form method="post" {...getFormProps(form)}>
        <ImplicitSubmit />
        <input type="hidden" name="version" value={version} />
        <FormStack>
          <ErrorSummary form={form} placeOf={placeOf} />
          {list.length === 0 ? (
            <Panel flush>
              <EmptyState title="No students on this page">Add a student, or cancel.</EmptyState>
            </Panel>
          ) : null}
          {list.map((student, index) => (
            <Panel key={student.key}>
              <Stack>
                <StudentFields formId={form.id} index={index} total={list.length} today={today} />
                <Cluster>
                  <Button
                    size="sm"
                    variant="quiet"
                    icon="trash"
                    {...form.remove.getButtonProps({ name: fields.students.name, index })}
                    type="submit"
                  >
                    Remove<VisuallyHidden> student {index + 1}</VisuallyHidden>
                  </Button>
                </Cluster>
              </Stack>
            </Panel>
          ))}
          <div>
            <Button
              ref={addRef}
              icon="plus"
              {...form.insert.getButtonProps({ name: fields.students.name, defaultValue: emptyStudent })}
              type="submit"
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
    </FormProvider>
  );
}

/** A removed form takes the focus with it, and an added one is where somebody goes on: the focus follows. */
function useFocusOnChange(count: number, formId: string, addRef: RefObject<HTMLButtonElement>): void {
  const shown = useRef(count);
  useEffect(() => {
    if (count === shown.current) return;
    const added = document.getElementById(`${formId}-students[${count - 1}].first`);
    (count > shown.current ? added : addRef.current)?.focus();
    shown.current = count;
  }, [count, formId, addRef]);
}

/** 'students[2].email' is a field of 'Student 3'. */
function placeOf(name: string): string | undefined {
  const index = /^students\[(\d+)\]/.exec(name)?.[1];
  return index === undefined ? undefined : `Student ${Number(index) + 1}`;
}

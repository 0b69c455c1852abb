import { useEffect, useRef, useState } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ConfirmDialog } from '#app/components/ui/dialog.tsx';
import { type DraftStudent, isFilledIn } from '#app/students/draft-students.ts';
import { chosenMessage, removalQuestion, studentName } from '#app/students/student-labels.ts';
import { counted } from '#app/lib/text/counted.ts';

/** The students of a list that is too long for a smaller class, and by how many. */
export interface StudentRemoval {
  readonly classSize: number;
  readonly students: readonly DraftStudent[];
  readonly count: number;
}

interface RemovedStudentsProps {
  removal: StudentRemoval;
  valueOf: (student: DraftStudent, index: number) => string;
  form?: string;
  errors?: readonly string[];
}

/** Asks which students to remove from a smaller class, the last ones by default (decisions, section 9). */
export function RemovedStudents({ removal, valueOf, form, errors = [] }: RemovedStudentsProps) {
  const options = removal.students.flatMap((student, index) =>
    isFilledIn(student)
      ? [{ value: valueOf(student, index), label: `${index + 1}. ${studentName(student, index)}` }]
      : [],
  );
  return (
    <CheckboxGroupField
      name="removed"
      {...(form === undefined ? {} : { form })}
      label="Students to remove"
      errors={errors}
      options={options}
      defaultOptions={options.slice(-removal.count).map(({ value }) => value)}
    />
  );
}

interface RemovalDialogProps {
  /** Null while the dialog is closed. */
  removal: StudentRemoval | null;
  /** Indexes of the students to remove, from 0; null after Cancel. */
  onAnswer(indexes: readonly number[] | null): void;
}

/** Asks which students to remove; exactly as many as exceed the class size must be selected. */
export function RemovalDialog({ removal, onAnswer }: RemovalDialogProps) {
  const list = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    // Without this, a long list would start with students who stay.
    const checked = removal === null ? [] : Array.from(list.current?.querySelectorAll('input:checked') ?? []);
    for (const box of [checked.at(-1), checked.at(0)]) box?.scrollIntoView({ block: 'nearest' });
  }, [removal]);
  const answer = (indexes: readonly number[] | null) => {
    setWrong(null);
    onAnswer(indexes);
  };
  const confirm = () => {
    if (removal === null) return;
    const boxes = list.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? [];
    const indexes = Array.from(boxes, ({ value }) => Number(value));
    if (indexes.length === removal.count) answer(indexes);
    else setWrong(chosenMessage(removal.count, indexes.length));
  };
  const act = `Remove ${counted(removal?.count ?? 0, 'student')}`;
  return (
    <ConfirmDialog
      open={removal !== null}
      title={`${act}?`}
      message={
        removal === null ? null : (
          <div ref={list} className="dialog-choices">
            <p>{removalQuestion(removal.classSize, removal.count)}</p>
            <RemovedStudents
              removal={removal}
              form={NO_FORM}
              valueOf={(_, index) => String(index)}
              errors={wrong === null ? [] : [wrong]}
            />
          </div>
        )
      }
      confirmLabel={act}
      tone="danger"
      onConfirm={confirm}
      onCancel={() => answer(null)}
    />
  );
}

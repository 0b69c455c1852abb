import { Form } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SubmitButton, usePendingForm } from '#app/components/forms/submit-button.tsx';
import { secondsLeftText } from '#app/messages/undo-labels.ts';

interface UndoFormProps {
  /** Where the form is sent. */
  action: string;
  /** What was decided. */
  children: ReactNode;
  /** The button's label, name, and value; the form has the other fields. */
  label: string;
  name: string;
  value: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** As of when the page was loaded. */
  secondsLeft: number;
}

/** Undoes a decision while its time lasts, and shows how much is left without announcing it. */
export function UndoForm({ action, children, label, name, value, fields, secondsLeft }: UndoFormProps) {
  const ref = useRef<HTMLDivElement>(null);
  const left = useSecondsLeft(secondsLeft);
  const isPending = usePendingForm()?.get(name) === value;
  const isOver = left === 0 && !isPending;
  const hadFocus = useRef(false);
  useEffect(() => {
    // The focused button disappears when the time is over.
    if (isOver && hadFocus.current) ref.current?.focus();
  }, [isOver]);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="card undo"
      onFocus={({ target }) => (hadFocus.current = target !== ref.current)}
      onBlur={() => {
        if (!isOver) hadFocus.current = false;
      }}
    >
      <p className="m-0">{children}</p>
      {isOver ? (
        <p className="m-0 text-body-secondary">You can no longer undo this.</p>
      ) : (
        <Form method="post" action={action} className="cluster">
          {fields.map(([field, fieldValue]) => (
            <input key={`${field} ${fieldValue}`} type="hidden" name={field} value={fieldValue} />
          ))}
          <SubmitButton
            name={name}
            value={value}
            variant="outline"
            size="sm"
            icon="return"
            pending={isPending}
            data-shortcut="u"
          >
            {label}
          </SubmitButton>
          <span className="undo-time text-body-secondary">{secondsLeftText(left)}</span>
        </Form>
      )}
    </div>
  );
}

/** Counts down from the seconds that were left when the data was loaded. */
function useSecondsLeft(secondsLeft: number): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const end = Date.now() + secondsLeft * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [secondsLeft]);
  return left;
}

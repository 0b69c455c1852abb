import { type FormEvent, type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from '#app/components/ui/dialog.tsx';
import { Button, type ButtonProps } from '#app/components/ui/button.tsx';

export interface Question {
  message: ReactNode;
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  isCareful?: boolean;
}

/**
 * Asks for confirmation: `const [confirm, dialog] = useConfirm()`, render `{dialog}`, then
 * `if (await confirm({ message: 'Are you sure?' })) …`. A second call cancels the first one.
 * @param current latest version of the question, if it may change while the dialog is open
 */
export function useConfirm(current?: Question): [(question: Question) => Promise<boolean>, ReactNode] {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<((yes: boolean) => void) | null>(null);

  const respond = useCallback((yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
    answer.current = null;
  }, []);
  const confirm = useCallback((next: Question) => {
    answer.current?.(false);
    setQuestion(next);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const dialog = (
    <ConfirmDialog
      title=""
      message=""
      confirmLabel=""
      {...(current ?? question)}
      open={open}
      onConfirm={() => respond(true)}
      onCancel={() => respond(false)}
    />
  );
  return [confirm, dialog];
}

/**
 * Submit button that asks a question once the browser accepts the form, and then submits its name and value.
 * Without JavaScript, the question is text next to the button.
 * @param props.isAsking false while the server would refuse anyway, and says why
 */
export function ConfirmSubmitButton({
  question,
  isAsking = true,
  children,
  ...button
}: ButtonProps & { question: Question; isAsking?: boolean }) {
  const [confirm, dialog] = useConfirm(question);
  const confirmed = useRef(false);

  const press = async (event: MouseEvent<HTMLButtonElement>) => {
    if (confirmed.current || !isAsking) return;
    event.preventDefault();
    const pressed = event.currentTarget;
    if (pressed.form?.noValidate === false && !pressed.form.reportValidity()) return;
    if (!(await confirm(question))) return;
    confirmed.current = true;
    pressed.form?.requestSubmit(pressed);
    confirmed.current = false;
  };

  return (
    <>
      <noscript>
        <p className="text-pre-line text-break">{question.message}</p>
      </noscript>
      <Button {...button} type="submit" onClick={(event) => void press(event)}>
        {children}
      </Button>
      {dialog}
    </>
  );
}

/**
 * Asks before a form is submitted if its values require it, then submits with the clicked button. Requires
 * JavaScript, so explain in `<noscript>` what the form can do without it.
 * @param questionOf returns the question about these values; null submits immediately
 */
export function useSubmitQuestion(
  questionOf: (values: FormData) => Question | null,
): [(event: FormEvent<HTMLFormElement>) => void, ReactNode] {
  const [confirm, dialog] = useConfirm();
  const isConfirmed = useRef(false);
  const askFirst = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const question = isConfirmed.current ? null : questionOf(new FormData(form));
    if (question === null) return;
    event.preventDefault();
    const { nativeEvent } = event;
    const pressed = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    void confirm(question).then((isSure) => {
      if (!isSure) return;
      isConfirmed.current = true;
      form.requestSubmit(pressed);
      isConfirmed.current = false;
    });
  };
  return [askFirst, dialog];
}

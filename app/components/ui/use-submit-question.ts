import { type FormEvent, type ReactNode, useRef } from 'react';
import { type Question, useConfirm } from '#app/components/ui/confirm.tsx';

/**
 * Asks before a form is sent if its values need it, then sends it with the pressed button. Without scripts it can't:
 * explain in `<noscript>` what the form can do.
 * @param questionOf the question about these values; null sends them immediately
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

import { type RefObject, useEffect, useState } from 'react';
import { failureText, readAnswer } from '#app/lib/browser/api-answer.ts';
import type { EmailCheckAnswer } from '#app/schemas/email-screens.ts';

/** So long after the last key the text is looked at. */
const REST_MS = 500;

export interface TextCheck {
  /** What is wrong with the text, as far as it has been looked at. */
  readonly answer: EmailCheckAnswer;
  /** Changes with each text that can be shown as an email. */
  readonly sound: number;
  /** Why the text could not be checked, so that what is shown is older; else null. */
  readonly failure: string | null;
}

/** What is written in the form's fields now. */
export function contentOf(form: HTMLFormElement) {
  const sent = new FormData(form);
  const text = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { subject: text('subject'), body: text('body'), richText: sent.get('richText') === 'on' };
}

/** Looks at the text while it is written, and again when another version is stored. */
export function useTextCheck(
  formRef: RefObject<HTMLFormElement>,
  stored: EmailCheckAnswer,
  version: number,
): TextCheck {
  const [check, setCheck] = useState<TextCheck>({ answer: stored, sound: 0, failure: null });

  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      try {
        const answer = await fetchCheck(contentOf(form), signal);
        if (signal.aborted) return;
        const isSound = answer.problems.length === 0;
        setCheck(({ sound }) => ({ answer, sound: isSound ? sound + 1 : sound, failure: null }));
      } catch (error) {
        if (!signal.aborted) setCheck((last) => ({ ...last, failure: failureText(error) }));
      }
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), REST_MS);
    };
    void ask();
    form.addEventListener('input', later);
    form.addEventListener('reset', later);
    return () => {
      clearTimeout(timer);
      asked.abort();
      form.removeEventListener('input', later);
      form.removeEventListener('reset', later);
    };
  }, [formRef, version]);
  return check;
}

async function fetchCheck(
  content: ReturnType<typeof contentOf>,
  signal: AbortSignal,
): Promise<EmailCheckAnswer> {
  const response = await fetch('/emails/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
    signal,
  });
  const { EmailCheckAnswerSchema } = await import('#app/schemas/email-screens.ts');
  return readAnswer(response, EmailCheckAnswerSchema);
}

import { type RefObject, useEffect, useState } from 'react';
import type { EmailCheckAnswer } from '#app/schemas/email-screens.ts';

/** So long after the last key the text is looked at. */
const REST_MS = 500;

export interface TextCheck {
  /** What is wrong with the text, as far as it has been looked at. */
  readonly answer: EmailCheckAnswer;
  /** Changes with each text that can be shown as a mail. */
  readonly sound: number;
  /** The text could not be looked at; what is shown is older. */
  readonly isAway: boolean;
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
  const [check, setCheck] = useState<TextCheck>({ answer: stored, sound: 0, isAway: false });

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
        setCheck(({ sound }) => ({ answer, sound: isSound ? sound + 1 : sound, isAway: false }));
      } catch {
        if (!signal.aborted) setCheck((last) => ({ ...last, isAway: true }));
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
  const answer = await fetch('/emails/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
    signal,
  });
  if (!answer.ok) throw new Error(`The text was not looked at: ${answer.status}.`);
  const { EmailCheckAnswerSchema } = await import('#app/schemas/email-screens.ts');
  return EmailCheckAnswerSchema.parse(await answer.json());
}

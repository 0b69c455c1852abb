import { type RefObject, useEffect, useState } from 'react';
import { failureText, readResponse } from '#app/lib/browser/api-response.ts';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';

/** Delay after the last keystroke before the text is checked, in milliseconds. */
const TYPING_PAUSE_MS = 500;

export interface TextCheck {
  /** Result of the last successful check. */
  readonly response: EmailCheckResponse;
  /** Incremented for each text without errors, which can be previewed. */
  readonly validCount: number;
  /** Why the last check failed, so that `response` is outdated; otherwise null. */
  readonly failure: string | null;
}

/** Returns the form's current content. */
export function contentOf(form: HTMLFormElement) {
  const sent = new FormData(form);
  const text = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { subject: text('subject'), body: text('body'), richText: sent.get('richText') === 'on' };
}

/** Checks the text while it is edited, and after a new version is stored. */
export function useTextCheck(
  formRef: RefObject<HTMLFormElement>,
  stored: EmailCheckResponse,
  version: number,
): TextCheck {
  const [check, setCheck] = useState<TextCheck>({ response: stored, validCount: 0, failure: null });

  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = new AbortController();
    const ask = async () => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      try {
        const response = await fetchCheck(contentOf(form), signal);
        if (signal.aborted) return;
        const isValid = response.problems.length === 0;
        setCheck(({ validCount }) => ({
          response,
          validCount: isValid ? validCount + 1 : validCount,
          failure: null,
        }));
      } catch (error) {
        if (!signal.aborted) setCheck((last) => ({ ...last, failure: failureText(error) }));
      }
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), TYPING_PAUSE_MS);
    };
    void ask();
    form.addEventListener('input', later);
    form.addEventListener('reset', later);
    return () => {
      clearTimeout(timer);
      request.abort();
      form.removeEventListener('input', later);
      form.removeEventListener('reset', later);
    };
  }, [formRef, version]);
  return check;
}

async function fetchCheck(
  content: ReturnType<typeof contentOf>,
  signal: AbortSignal,
): Promise<EmailCheckResponse> {
  const response = await fetch('/emails/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
    signal,
  });
  const { EmailCheckResponseSchema } = await import('#app/schemas/email-screens.ts');
  return readResponse(response, EmailCheckResponseSchema);
}

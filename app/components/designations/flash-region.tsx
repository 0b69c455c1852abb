import { useEffect, useRef, useState } from 'react';
import { AlertDialog } from '#app/components/ui/dialog.tsx';
import type { Flash } from '#app/schemas/flash.ts';
import { Banner, type BannerTone } from '#app/components/ui/banner.tsx';

/**
 * Messages of the last request, focused. Hidden when a form is submitted; success messages on any input. An
 * alert keeps the focus until it is closed.
 */
export function FlashRegion({ messages }: { messages: readonly Flash[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const [submittedAfter, setSubmittedAfter] = useState<string>();
  const [typedAfter, setTypedAfter] = useState<string>();
  const polite = messages.filter(({ isAlert }) => isAlert !== true);
  const newest = polite[0]?.id;
  const banners = polite.filter(
    ({ tone }) => newest !== submittedAfter && (newest !== typedAfter || tone !== 'success'),
  );
  useEffect(() => {
    if (newest !== undefined) ref.current?.focus();
  }, [newest]);
  useEffect(() => {
    if (newest === undefined) return;
    const onSubmit = ({ target }: SubmitEvent) => {
      if (target instanceof HTMLFormElement && target.method === 'post') setSubmittedAfter(newest);
    };
    const onInput = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest('form') : null;
      if (form !== null && form.method === 'post') setTypedAfter(newest);
    };
    document.addEventListener('submit', onSubmit, { capture: true });
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('submit', onSubmit, { capture: true });
      document.removeEventListener('input', onInput);
    };
  }, [newest]);
  return (
    <div ref={ref} tabIndex={-1}>
      <FlashMessages messages={banners} />
      {messages.map(({ id, isAlert, text }) =>
        isAlert === true ? <AlertDialog key={id} message={text} /> : null,
      )}
    </div>
  );
}

interface FlashMessage {
  /** Unique per message, so that a repeated 'Changes saved!' is shown and announced again. */
  id?: string;
  tone: BannerTone;
  text: string;
  /** Who it is about, such as an invited address. */
  about?: string | undefined;
}

function FlashMessages({ messages }: { messages: readonly FlashMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <div className="flash-messages stack stack-tight">
      {messages.map((message, index) => (
        <Banner key={message.id ?? `${index}${message.text}`} tone={message.tone} dismissible>
          {message.about === undefined ? message.text : `${message.text}: ${message.about}`}
        </Banner>
      ))}
    </div>
  );
}

import { useFetcher } from '@remix-run/react';
import { useEffect, useId, useRef } from 'react';
import { EmailChoice } from '#app/components/emails/email-choice.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import type { TemplateChoice } from '#app/schemas/email-send-screens.ts';

interface EmailSchoolDialogProps {
  name: string;
  /** The page with the same choice. */
  href: string;
  onClose: () => void;
}

/** Which email to send to a school's staff, in a dialog. */
export default function EmailSchoolDialog({ name, href, onClose }: EmailSchoolDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const closeRef = useRef<HTMLButtonElement>(null);
  const title = useId();
  const { load, data } = useFetcher<TemplateChoice>();
  useEffect(() => {
    ref.current?.showModal();
    closeRef.current?.focus();
    load(href);
  }, [load, href]);
  return (
    <dialog ref={ref} className="dialog dialog-wide" aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>Email {name}</h2>
      <div aria-busy={data === undefined}>
        {data === undefined ? (
          <p role="status">Loading…</p>
        ) : (
          <Stack>
            <EmailChoice choice={data} />
          </Stack>
        )}
      </div>
      <div className="dialog-actions">
        <Button ref={closeRef} onClick={() => ref.current?.close()}>
          Cancel
        </Button>
      </div>
    </dialog>
  );
}

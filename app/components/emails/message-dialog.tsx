import { useEffect, useId, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';

interface MessageDialogProps {
  email: string | null;
  messageHref: (email: string) => string;
  onClose: () => void;
}

/** A recipient's message in a dialog. When closed, the focus returns to where it was. */
export function MessageDialog({ email, messageHref, onClose }: MessageDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const closeRef = useRef<HTMLButtonElement>(null);
  const title = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (email === null || dialog === null || dialog.open) return;
    dialog.showModal();
    closeRef.current?.focus();
  }, [email]);
  return (
    <dialog ref={ref} className="dialog dialog-wide" aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>Message</h2>
      {email === null ? null : (
        <iframe className="message-frame" title={`Message to ${email}`} src={messageHref(email)} sandbox="" />
      )}
      <div className="dialog-actions">
        <Button ref={closeRef} variant="primary" onClick={() => ref.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}

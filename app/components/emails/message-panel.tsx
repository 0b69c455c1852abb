import { Panel } from '#app/components/ui/panel.tsx';
import { formatPersonName } from '#app/lib/text/person-name.ts';
import type { Recipient } from '#app/schemas/email.ts';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';

/** Name of the iframe that shows the message. Without JavaScript, the page's links target it. */
const MESSAGE_FRAME = 'message';

/** The message as one of the recipients sees it. */
export function MessagePanel({ like, href }: { like: string; href: string }) {
  return (
    <Panel title="Message" flush>
      <iframe
        className="message-frame"
        name={MESSAGE_FRAME}
        title={`Message to ${like}`}
        src={href}
        sandbox=""
      />
    </Panel>
  );
}

interface MessageLinkProps {
  person: Pick<Recipient, 'email' | 'firstName' | 'lastName'>;
  messageHref: (email: string) => string;
  onShow: (email: string) => void;
}

/** Shows a recipient's message in the dialog, or in the page's frame without JavaScript. */
export function MessageLink({ person, messageHref, onShow }: MessageLinkProps) {
  return (
    <a
      href={messageHref(person.email)}
      target={MESSAGE_FRAME}
      onClick={(event) => {
        event.preventDefault();
        onShow(person.email);
      }}
    >
      Show message<span className="visually-hidden">{` to ${formatPersonName(person)}`}</span>
    </a>
  );
}

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

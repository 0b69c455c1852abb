import { MESSAGE_FRAME } from '#app/components/emails/message-panel.tsx';
import { formatPersonName } from '#app/lib/text/person-name.ts';
import type { Recipient } from '#app/schemas/email.ts';

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

import type { Settings } from '#app/config/env.server.ts';

/** A mail ready to leave. `messageId` is given where a repeat must be recognised as the same mail. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly messageId?: string;
}

/** The way out of the house: an SMTP server, or the local mailbox where none is set. */
export interface MailTransport {
  /** Resolves with the server's words once it has taken the mail; rejects with what went wrong, or when `signal` aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<string>;
  /** Ends the connections, those in the middle of a mail too. */
  close(): void;
}

/** What every mail of ours carries, whichever way it leaves. */
export function messageOf(mail: OutgoingMail, settings: Settings) {
  return {
    from: { name: settings.mailFromName, address: settings.mailFrom },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

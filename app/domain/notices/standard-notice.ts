import type { MailText } from '#app/lib/decision-mail.ts';

/** A mail that the product sends by itself, as it is where no administrator has changed it. */
export interface StandardNotice extends MailText {
  /** When it is sent, and to whom. */
  readonly when: string;
  /** What happens where it is switched off. */
  readonly whenOff: string;
  /** What the outbox's log calls it. */
  readonly mailKind: string;
  /** Its own merge fields, with what each is filled with; those of the settings come besides, see `SETTINGS_FIELDS`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether greeting, link and signature are put around the body, which then is not the whole mail. */
  readonly isFramed: boolean;
}

import { z } from 'zod';
import { MAIL_STATES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

/** An email of the outbox as the logs of schools and users show it: never its text. */
export const LoggedMailSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** This address bounced. */
  hasBounced: z.boolean(),
  /** The email's own, or the name of the template that was sent. */
  subject: z.string(),
  /** The delivery that it belongs to; null for an email on its own. */
  deliveryId: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  /** When it was sent, or else written. */
  at: AnsweredInstant,
  response: z.string().nullable(),
});
export type LoggedMail = z.output<typeof LoggedMailSchema>;

/** The newest emails, and how many there are. */
export const MailLogSchema = z.object({ mails: z.array(LoggedMailSchema), total: z.number() });
export type MailLog = z.output<typeof MailLogSchema>;

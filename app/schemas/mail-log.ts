import { z } from 'zod';
import { MAIL_STATES } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

/** An email in the logs of schools and users, without its text. */
export const LoggedMailSchema = z.object({
  id: z.string(),
  email: z.string(),
  hasBounced: z.boolean(),
  /** The email's own, or the name of its template. */
  subject: z.string(),
  /** Null if the email isn't part of a delivery. */
  deliveryId: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  /** When it was sent, or else created. */
  at: AnsweredInstant,
  response: z.string().nullable(),
});
export type LoggedMail = z.output<typeof LoggedMailSchema>;

export const MailLogSchema = z.object({ mails: z.array(LoggedMailSchema), total: z.number() });
export type MailLog = z.output<typeof MailLogSchema>;

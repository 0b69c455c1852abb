import { randomUUID } from 'node:crypto';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';

export interface NewEmail {
  /** What it reports, like 'designation.returned'; for the log, never shown to the recipient. */
  readonly kind: string;
  readonly to: string;
  /** Whether the address bounced; looked up by default. */
  readonly hasBounced?: boolean;
  readonly subject: string;
  readonly text: string;
  readonly highSchoolId?: string;
  /** The recipient's account, whose current address is used when the email is sent. */
  readonly userId?: string;
  /** The email isn't sent if this invite is no longer open. */
  readonly inviteId?: string;
  /** The email waits in the outbox until then. */
  readonly notBefore?: Date;
}

/**
 * Adds emails to the outbox and returns the ids of those that will be sent. Those to bounced addresses are added as
 * bounced, for the log only.
 */
export async function queueEmails(ctx: Ctx, emails: readonly NewEmail[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const host = new URL(ctx.settings.appUrl).hostname;
  const now = ctx.now();
  const unknown = new Set(emails.filter((email) => email.hasBounced === undefined).map(({ to }) => to));
  const bounced = new Set(await bouncedAmong(ctx, [...unknown]));
  const queued: string[] = [];
  for (const email of emails) {
    const id = randomUUID();
    const isBounced = email.hasBounced ?? bounced.has(email.to);
    if (!isBounced) queued.push(id);
    ctx.em.create(OutboxMailEntity, {
      id,
      kind: email.kind,
      highSchoolIds: email.highSchoolId === undefined ? [] : [email.highSchoolId],
      user: email.userId ?? null,
      inviteId: email.inviteId ?? null,
      toAddress: email.to.toLowerCase(),
      subject: email.subject.replace(/[\r\n]+/g, ' '),
      textBody: email.text,
      messageId: `<${id}@${host}>`,
      state: isBounced ? 'BOUNCED' : 'QUEUED',
      attempts: 0,
      response: isBounced ? DELIVERY_MESSAGES.bouncedBefore : null,
      nextAttemptAt: email.notBefore ?? now,
      createdAt: now,
    });
  }
  if (!ctx.em.isInTransaction()) await ctx.em.flush();
  ctx.mailer.wakeOutbox();
  return queued;
}

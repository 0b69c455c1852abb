import { randomUUID } from 'node:crypto';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { DELIVERY_MESSAGES } from '#app/lib/messages/delivery-messages.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';

export interface NewMail {
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
export async function queueMail(ctx: Ctx, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const host = new URL(ctx.settings.appUrl).hostname;
  const now = ctx.now();
  const unknown = new Set(mails.filter((mail) => mail.hasBounced === undefined).map(({ to }) => to));
  const bounced = new Set(await bouncedAmong(ctx, [...unknown]));
  const queued: string[] = [];
  for (const mail of mails) {
    const id = randomUUID();
    const isBounced = mail.hasBounced ?? bounced.has(mail.to);
    if (!isBounced) queued.push(id);
    ctx.em.create(OutboxMailEntity, {
      id,
      kind: mail.kind,
      highSchoolIds: mail.highSchoolId === undefined ? [] : [mail.highSchoolId],
      user: mail.userId ?? null,
      inviteId: mail.inviteId ?? null,
      toAddress: mail.to.toLowerCase(),
      subject: mail.subject.replace(/[\r\n]+/g, ' '),
      textBody: mail.text,
      messageId: `<${id}@${host}>`,
      state: isBounced ? 'BOUNCED' : 'QUEUED',
      attempts: 0,
      response: isBounced ? DELIVERY_MESSAGES.bouncedBefore : null,
      nextAttemptAt: mail.notBefore ?? now,
      createdAt: now,
    });
  }
  if (!ctx.em.isInTransaction()) await ctx.em.flush();
  ctx.mailer.wakeOutbox();
  return queued;
}

import { randomUUID } from 'node:crypto';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { CAME_BACK } from './delivery-result.ts';

export interface NewMail {
  /** What it reports, like 'designation.returned'; for the log, never shown to the recipient. */
  readonly kind: string;
  readonly to: string;
  /** Whether the address bounced; looked up by default. */
  readonly hasBounced?: boolean;
  readonly subject: string;
  readonly text: string;
  /** The school that it is about. */
  readonly highSchoolId?: string;
  /** The account that it is for: asked again when it leaves, which then goes to the address of that moment. */
  readonly userId?: string;
  /** The invite that it is about: once that is no longer open the email does not leave. */
  readonly inviteId?: string;
}

/**
 * Writes emails to the outbox in the caller's transaction, or at once where there is none; a worker delivers them after the commit. Line
 * breaks leave subjects. One to a bounced address is written as bounced, too: the log shows it, nobody sees it.
 */
export async function queueMail(ctx: Ctx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const host = new URL(ctx.settings.appUrl).hostname;
  const now = ctx.now();
  const unknown = new Set(mails.filter((mail) => mail.hasBounced === undefined).map(({ to }) => to));
  const bounced = new Set(await bouncedAmong(ctx, [...unknown]));
  for (const mail of mails) {
    const id = randomUUID();
    const isBounced = mail.hasBounced ?? bounced.has(mail.to);
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
      response: isBounced ? CAME_BACK : null,
      nextAttemptAt: now,
      createdAt: now,
    });
  }
  if (!ctx.em.isInTransaction()) await ctx.em.flush();
  ctx.mailer.wakeOutbox();
}

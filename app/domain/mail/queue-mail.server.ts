import { randomUUID } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';

export interface NewMail {
  /** What it reports, like 'designation.returned'; for the log, never shown to the recipient. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly highSchoolId?: string;
}

/** Writes mails to the outbox in the caller's transaction; a worker delivers them after the commit. Line breaks leave subjects. */
export async function queueMail(ctx: Ctx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const host = new URL(ctx.settings.appUrl).hostname;
  const now = ctx.now();
  await ctx.em.insertMany(
    OutboxMailEntity,
    mails.map((mail) => {
      const id = randomUUID();
      return {
        id,
        kind: mail.kind,
        highSchool: mail.highSchoolId ?? null,
        toAddress: mail.to,
        subject: mail.subject.replace(/[\r\n]+/g, ' '),
        textBody: mail.text,
        messageId: `<${id}@${host}>`,
        nextAttemptAt: now,
        createdAt: now,
      };
    }),
  );
}

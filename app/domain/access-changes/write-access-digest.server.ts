import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { lastTimeOfDay } from '#app/lib/time/wall-clock.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { DIGEST_TIME } from '#app/config/constants.ts';
import { authorize } from '#app/policy/authorize.ts';
import { findAdministrators } from '#app/domain/notices/recipients.server.ts';
import { AccessChangeEntity } from '#db/entities/access-change.ts';

/**
 * Queues the daily email about access changes before the last 7 AM in the installation's time zone, once a day even
 * if many processes call it. It can't be turned off. Returns the number of emails.
 */
export async function writeAccessDigest(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    if (!(await tryLock(opened, 'accessDigest'))) return 0;
    const tx = await reloadActor(opened, 'email.manage');
    const before = lastTimeOfDay(DIGEST_TIME, tx.now(), tx.settings.timeZone);
    const changes = await tx.em.find(
      AccessChangeEntity,
      { reportedAt: null, at: { $lt: before } },
      { orderBy: { at: 'asc', id: 'asc' } },
    );
    if (changes.length === 0) return 0;
    const administrators = await findAdministrators(tx);
    for (const change of changes) change.reportedAt = tx.now();
    const lines = changes.map(
      ({ at, description }) => `- ${formatInZone(at.toISOString(), tx.settings.timeZone)}: ${description}.`,
    );
    const { appName, appUrl } = tx.settings;
    await queueEmails(
      tx,
      administrators.map((user) => ({
        kind: 'access.digest',
        to: user.email,
        userId: user.id,
        subject: `${appName}: ${counted(changes.length, 'access change')} by administrators`,
        text: `Hello ${fullName(user)},

Since the last summary, administrators made ${counted(changes.length, 'change')} to school staff, email addresses, or accounts:

${lines.join('\n')}

If you don't recognize a change, ask the person who made it. You'll also find each change in the history of the school or user:
${appUrl}

We send this email to all administrators, at most once a day. It can't be turned off.
${appName}`,
      })),
    );
    return administrators.length;
  });
}

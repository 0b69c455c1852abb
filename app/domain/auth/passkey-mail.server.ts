import type { Ctx } from '#app/domain/ctx.server.ts';
import { queueMail } from '#app/domain/mail/queue-mail.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import type { UserAccount } from '#db/entities/user-account.ts';

interface PasskeyReport {
  readonly user: Pick<UserAccount, 'id' | 'firstName' | 'lastName' | 'email'>;
  readonly name: string;
  readonly change: 'added' | 'removed';
}

/** Emails a person in the caller's transaction that a passkey was added or removed. It can't be turned off. */
export async function reportPasskey(tx: Ctx, { user, name, change }: PasskeyReport): Promise<void> {
  const { appName, appUrl, contactEmail, timeZone } = tx.settings;
  const isOwn = actorId(tx.actor) === user.id;
  const by = isOwn ? '' : ` by ${tx.actor.kind === 'user' ? fullName(tx.actor) : 'a system administrator'}`;
  const account = `your ${appName} account`;
  const done =
    change === 'added'
      ? `The passkey “${name}” was added to ${account}${by}`
      : `The passkey “${name}” was removed from ${account}${by}`;
  await queueMail(tx, [
    {
      kind: `passkey.${change}`,
      to: user.email,
      userId: user.id,
      subject: `A passkey was ${change} (${appName})`,
      text: `Hello ${fullName(user)},

${done} on ${formatInZone(tx.now().toISOString(), timeZone)}.
${change === 'added' ? 'It signs you in without a code.' : 'It no longer signs you in. A code by email still does.'}

Your passkeys and where you're signed in:
${appUrl}/account/passkeys

If you weren't expecting this, ${change === 'added' ? 'remove the passkey and ' : ''}email ${contactEmail} right away. You use this address to sign in, so we always send this email.
${appName}`,
    },
  ]);
}

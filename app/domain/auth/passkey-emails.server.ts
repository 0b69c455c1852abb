import type { Ctx } from '#app/domain/ctx.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import { findAdministrators } from '#app/domain/notices/recipients.server.ts';
import type { UserAccount } from '#db/entities/user-account.ts';

interface PasskeyReport {
  readonly user: Pick<UserAccount, 'id' | 'firstName' | 'lastName' | 'email'>;
  readonly name: string;
  readonly change: 'added' | 'removed' | 'approved';
}

/** Emails a person in the caller's transaction about a change of their passkeys. It can't be turned off. */
export async function reportPasskey(tx: Ctx, { user, name, change }: PasskeyReport): Promise<void> {
  const { appName, appUrl, contactEmail, timeZone } = tx.settings;
  const isOwn = actorId(tx.actor) === user.id;
  const by = isOwn
    ? ''
    : ` by ${tx.actor.kind === 'user' ? `administrator ${fullName(tx.actor)}` : 'a system administrator using the command line'}`;
  const account = `your ${appName} account`;
  const { done, effect } = {
    added: {
      done: `was added to ${account}`,
      effect: 'You can use it to sign in without a code.',
    },
    removed: {
      done: `was removed from ${account}`,
      effect: 'You can no longer sign in with it, but a code sent by email still works.',
    },
    approved: {
      done: `for ${account} was approved`,
      effect: 'Signing in with it now gives you administrator rights.',
    },
  }[change];
  await queueEmails(tx, [
    {
      kind: `passkey.${change}`,
      to: user.email,
      userId: user.id,
      subject: `A passkey ${done}`,
      text: `Hello ${fullName(user)},

The passkey “${name}” ${done}${by} on ${formatInZone(tx.now().toISOString(), timeZone)}.
${effect}

View your passkeys:
${appUrl}/account/passkeys

If you weren't expecting this, ${change === 'removed' ? '' : 'remove the passkey and '}email ${contactEmail} right away. You use this address to sign in, so we always send this email.
${appName}`,
    },
  ]);
}

/** Emails all other administrators in the caller's transaction that a passkey needs the approval of one of them. */
export async function requestApproval(
  tx: Ctx,
  { user, name }: Pick<PasskeyReport, 'user' | 'name'>,
): Promise<void> {
  const administrators = await findAdministrators(tx);
  const { appName, appUrl, contactEmail } = tx.settings;
  await queueEmails(
    tx,
    administrators
      .filter(({ id }) => id !== user.id)
      .map((one) => ({
        kind: 'passkey.waiting',
        to: one.email,
        userId: one.id,
        subject: `${fullName(user)} added a passkey that needs your approval (${appName})`,
        text: `Hello ${fullName(one)},

${fullName(user)} (${user.email}) signed in with a code sent by email and added the passkey “${name}”. It grants administrator rights once another administrator approves it.

Ask ${fullName(user)} in person or by phone whether they added it. If they did, approve it here:
${appUrl}/users/${user.id}/passkeys

If they didn't, remove the passkey there, sign them out everywhere, and email ${contactEmail} right away. We always send this email to all other administrators.
${appName}`,
      })),
  );
}

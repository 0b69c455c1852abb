import type { Settings } from '#app/config/env.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import { isIssuer } from './oidc-provider.server.ts';

interface IdentityReport {
  readonly user: Pick<UserAccount, 'id' | 'firstName' | 'lastName' | 'email'>;
  readonly issuer: string;
  readonly change: 'linked' | 'removed';
}

/** Returns what people call a provider: its name in the settings, or the host of an earlier provider. */
export function providerName({ oidc }: Pick<Settings, 'oidc'>, issuer: string): string {
  return oidc !== null && isIssuer(oidc, issuer) ? oidc.name : new URL(issuer).hostname;
}

/** Emails a person in the caller's transaction about a change of their single sign-on. It can't be turned off. */
export async function reportIdentity(tx: Ctx, { user, issuer, change }: IdentityReport): Promise<void> {
  const { appName, appUrl, contactEmail, timeZone } = tx.settings;
  const provider = providerName(tx.settings, issuer);
  const isOwn = actorId(tx.actor) === user.id;
  const by = isOwn
    ? ''
    : ` by ${tx.actor.kind === 'user' ? `administrator ${fullName(tx.actor)}` : 'a system administrator using the command line'}`;
  const { subject, done, effect } = {
    linked: {
      subject: `Your ${appName} account is now linked to ${provider}`,
      done: `Someone signed in to your ${appName} account with ${provider} for the first time`,
      effect: `No other ${provider} account can sign in to your ${appName} account.`,
    },
    removed: {
      subject: `Single sign-on was removed from your ${appName} account`,
      done: `Single sign-on with ${provider} was removed from your ${appName} account${by}`,
      effect: `The next time you sign in with ${provider}, the account that you use there will be linked again.`,
    },
  }[change];
  await queueEmails(tx, [
    {
      kind: `identity.${change}`,
      to: user.email,
      userId: user.id,
      subject,
      text: `Hello ${fullName(user)},

${done} on ${formatInZone(tx.now().toISOString(), timeZone)}.
${effect}

See how and where you're signed in:
${appUrl}/account

If you weren't expecting this, ${change === 'removed' ? '' : 'remove single sign-on there, sign out everywhere else, and '}email ${contactEmail} right away. You use this address to sign in, so we always send this email.
${appName}`,
    },
  ]);
}

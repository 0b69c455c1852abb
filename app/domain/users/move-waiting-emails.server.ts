import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { lockRows } from '#app/domain/lock-queries.server.ts';
import { closeDelivery } from '#app/domain/mail/mail-queries.server.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import { type OutboxMail, OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { UserAccount } from '#db/entities/user-account.ts';

const WAITING = ['QUEUED', 'DEFERRED'] as const;

/**
 * Sends the emails that wait for `from` to `into`, except those of a delivery that `into` receives, too: these are
 * canceled, and the email that `into` still waits for names the schools of both.
 */
export async function moveWaitingEmails(
  tx: AuthorizedCtx,
  { from, into }: { readonly from: UserAccount; readonly into: UserAccount },
): Promise<void> {
  const { em } = tx;
  const waiting = await lockRows(
    tx,
    OutboxMailEntity,
    { user: from.id, state: { $in: [...WAITING] } },
    'update',
  );
  const others = await lockEmailsOfDeliveries(tx, into.id, deliveriesOf(waiting));
  const repeated = waiting.filter((email) => {
    const other = others.find(({ delivery }) => delivery != null && delivery.id === email.delivery?.id);
    return other !== undefined && coversSchools(tx, other, email);
  });
  for (const email of waiting) {
    if (repeated.includes(email))
      em.assign(email, { state: 'CANCELLED', response: DELIVERY_MESSAGES.accountMerged });
    else em.assign(email, { user: into.id, toAddress: into.email });
  }
  await em.flush();
  for (const id of deliveriesOf(repeated)) await closeDelivery(em, id, tx.now());
}

function deliveriesOf(emails: readonly OutboxMail[]): string[] {
  return [...new Set(emails.flatMap(({ delivery }) => (delivery == null ? [] : [delivery.id])))].toSorted();
}

/** Locks the emails of these deliveries that the user has received or will receive. */
async function lockEmailsOfDeliveries(
  tx: AuthorizedCtx,
  userId: string,
  deliveryIds: readonly string[],
): Promise<OutboxMail[]> {
  if (deliveryIds.length === 0) return [];
  return lockRows(
    tx,
    OutboxMailEntity,
    {
      ...{ user: userId, delivery: { $in: [...deliveryIds] } },
      state: { $in: [...WAITING, 'SENDING', 'SENT'] },
    },
    'update',
  );
}

/** Returns whether the other email names all schools of this one; adds them to it while it waits. */
function coversSchools({ em }: AuthorizedCtx, other: OutboxMail, email: OutboxMail): boolean {
  const isMissing = (id: string) => !other.highSchoolIds.includes(id);
  if (!email.highSchoolIds.some(isMissing)) return true;
  if (!WAITING.some((state) => state === other.state)) return false;
  const values = other.mergeValues;
  const schools = [...new Set([...(values?.schools ?? []), ...(email.mergeValues?.schools ?? [])])];
  em.assign(other, {
    highSchoolIds: [...new Set([...other.highSchoolIds, ...email.highSchoolIds])],
    ...(values == null ? {} : { mergeValues: { ...values, schools: schools.toSorted(byNames) } }),
  });
  return true;
}

const { compare: byNames } = new Intl.Collator('en');

import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordAddressEvent } from '#app/domain/events/address-events.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { BouncedAddress } from '#app/schemas/email.ts';
import type { BounceSource } from '#app/schemas/enums.ts';

/** That mail to an address came back, as somebody told us. */
export interface Bounce {
  readonly email: string;
  readonly source: BounceSource;
  /** The words of the report; may be empty. */
  readonly reason: string;
  /** The Message-ID of the mail that came back, where it is known. */
  readonly messageId?: string | undefined;
}

interface BouncedRow {
  address: string;
  source: BounceSource;
  reason: string;
  bounced_at: string;
}

/**
 * Notes that mail to an address came back: from now on it gets none. The mail that it was, if it is one of ours to that address, is told
 * as come back. Whoever calls has shown that they may report; the same report again changes nothing but the words and the time.
 */
export async function noteBounce(ctx: Ctx, { email, source, reason, messageId }: Bounce): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.em.execute(
      `insert into bounced_address (address, source, reason, bounced_at) values (?, ?, ?, ?)
           on conflict (address) do update
              set source = excluded.source, reason = excluded.reason, bounced_at = excluded.bounced_at`,
      [email.toLowerCase(), source, reason, tx.now()],
    );
    if (messageId === undefined || messageId === '') return;
    await tx.em.execute(
      `update outbox_mail set state = 'BOUNCED', response = ?
        where message_id = ? and to_address = ? and state = 'SENT'`,
      [reason === '' ? 'The mail came back.' : reason, messageId, email.toLowerCase()],
    );
  });
}

/** The addresses that mail came back from, the latest first, and how many there are. For administrators. */
export async function listBouncedAddresses(
  ctx: Ctx,
  { email = '', page = {} }: { readonly email?: string; readonly page?: Page },
): Promise<{ readonly items: readonly BouncedAddress[]; readonly total: number }> {
  authorize(ctx.actor, 'email.manage');
  const cut = pageClause(page);
  const where = 'strpos(address, lower(?)) > 0';
  const rows = await ctx.em.execute<BouncedRow[]>(
    `select address, source, reason, bounced_at from bounced_address
      where ${where} order by bounced_at desc, address${cut.sql}`,
    [email, ...cut.params],
  );
  const [counted] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from bounced_address where ${where}`,
    [email],
  );
  const items = rows.map(({ bounced_at: bouncedAt, ...row }) => ({ ...row, bouncedAt: toIso(bouncedAt) }));
  return { items, total: counted?.total ?? 0 };
}

/**
 * Those of the addresses that mail came back from, as they were given. Whoever may see an address may know that: the caller has asked
 * permission for them.
 */
export async function bouncedAmong(ctx: Ctx, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await ctx.em.execute<{ address: string }[]>(
    'select address from bounced_address where address in (?)',
    [emails.map((email) => email.toLowerCase())],
  );
  const bounced = new Set(rows.map(({ address }) => address));
  return emails.filter((email) => bounced.has(email.toLowerCase()));
}

/**
 * Sends mail to an address again from now on, with an event. For administrators; throws NotFound where it is not among those that
 * came back.
 */
export async function clearBounce(ctx: Ctx, email: string): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    await opened.em.execute('select 1 from bounced_address where address = lower(?) for update', [email]);
    const tx = await reloadActor(opened, 'email.manage');
    const [cleared] = await tx.em.execute<{ address: string }[]>(
      'delete from bounced_address where address = lower(?) returning address',
      [email],
    );
    if (cleared === undefined) throw new NotFound();
    await recordAddressEvent(tx, 'address.cleared', cleared.address);
  });
}

/** Throws Conflict where mail to the address came back, for what is nothing but a mail. */
export async function assertReachable(ctx: Ctx, email: string): Promise<void> {
  const found = await ctx.em.execute<unknown[]>('select from bounced_address where address = lower(?)', [
    email,
  ]);
  if (found.length > 0) {
    throw new Conflict(`Mail to ${email} came back. Clear the address under Emails, then try again.`);
  }
}

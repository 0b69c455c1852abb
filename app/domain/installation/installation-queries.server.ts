import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailState } from '#app/schemas/enums.ts';

/** Counts the outbox's emails by state. States without emails have no row. */
export async function countMailsByState(
  em: EntityManager,
): Promise<{ readonly state: MailState; readonly mails: number }[]> {
  return em.execute('select state, count(*)::int as mails from outbox_mail group by state');
}

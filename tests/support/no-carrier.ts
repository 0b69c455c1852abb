import type { Mailer } from '#app/domain/ctx.server.ts';

/** Keeps no mail and says that all of it was taken: the rows of the outbox are the evidence. */
export const noCarrier: Mailer = {
  sendSoon: () => undefined,
  sendNow: () => Promise.resolve({ state: 'SENT', response: '250 OK', code: 250 }),
  sendCodesAt: () => undefined,
  wakeOutbox: () => undefined,
};

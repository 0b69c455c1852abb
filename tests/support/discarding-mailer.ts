import type { Mailer } from '#app/domain/ctx.server.ts';

/** Discards all emails and reports them as sent. Tests check the outbox rows instead. */
export const discardingMailer: Mailer = {
  sendSoon: () => undefined,
  sendNow: () => Promise.resolve({ state: 'SENT', response: '250 OK', code: 250 }),
  sendCodesAt: () => undefined,
  wakeOutbox: () => undefined,
};

import { getSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { openOrm } from '#db/orm.server.ts';

/**
 * A program: the mail system in a process of its own, for tests that kill it. Its one argument is how many milliseconds
 * its clock is ahead.
 */
const ahead = Number(process.argv[2] ?? 0);
const settings = getSettings();
const orm = await openOrm(settings.databaseUrl);
const { mailer } = openMailSystem({
  settings,
  orm,
  log: createLog('silent'),
  now: () => new Date(Date.now() + ahead),
});
mailer.wakeOutbox();
setInterval(() => mailer.wakeOutbox(), 100);

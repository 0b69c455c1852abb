import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { openOrm } from '#db/orm.server.ts';

/** A program: the mail system, for tests that kill it. Arguments: database URL, mail server URL, clock offset in ms. */
const [databaseUrl = '', smtpUrl = '', ahead = '0'] = process.argv.slice(2);
const orm = await openOrm(databaseUrl);
const { mailer } = openMailSystem({
  settings: parseSettings({ NODE_ENV: 'test', SMTP_URL: smtpUrl }),
  orm,
  log: createLog('silent'),
  now: () => new Date(Date.now() + Number(ahead)),
});
mailer.wakeOutbox();
setInterval(() => mailer.wakeOutbox(), 100);

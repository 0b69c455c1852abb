import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { parseSettings } from '#app/config/env.server.ts';
import { openApplication } from '#app/server/application.server.ts';
import { createHttpApp } from '#app/server/http/http-app.server.ts';
import { listen } from '#app/server/http/listening-server.server.ts';
import { staticFiles } from '#app/server/http/served-app.server.ts';
import { restBuild } from '#tests/support/rest-build.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';

/**
 * A program: a server with the REST calls, for tests that kill it. Arguments: database URL, administrator's id. It
 * sends its URL and the administrator's cookie to its parent.
 */
const [databaseUrl = '', userId = ''] = process.argv.slice(2);
const settings = parseSettings({
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  SMTP_URL: 'smtp://127.0.0.1:1',
  SESSION_SECRET: randomUUID() + randomUUID(),
  HOST: '127.0.0.1',
  PORT: '0',
});
const application = await openApplication(settings);
const build = restBuild(() => undefined);
const app = createHttpApp({
  version: { version: '1.2.3', commit: '' },
  settings,
  log: pino({ enabled: false }),
  served: () => Promise.resolve({ build, application }),
  files: staticFiles(import.meta.dirname),
});
const { server } = await listen(app, settings);
const { port } = server.address() as AddressInfo;
process.send?.({
  url: `http://127.0.0.1:${port}`,
  cookie: await sessionCookie(application, userId),
});

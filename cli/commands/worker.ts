import { adjustEnvironment, getWorkerSettings } from '#app/config/env.server.ts';
import { openApplication } from '#app/server/application.server.ts';
import { runUntilAsked } from '#app/server/http/graceful-shutdown.server.ts';
import { tellReadiness } from '#cli/tell-readiness.ts';

/** The longest that a timer can be; it only keeps the process. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * `laurel worker`: delivers the outbox until asked to end, whatever OUTBOX_WORKER says, in production unless NODE_ENV says otherwise.
 * Any number may run, beside servers that deliver and those that do not.
 */
export async function worker(): Promise<number> {
  adjustEnvironment((environment) => ({
    NODE_ENV: environment['NODE_ENV'] ?? 'production',
    OUTBOX_WORKER: 'on',
  }));
  const settings = getWorkerSettings();
  const application = await openApplication(settings);
  const { log, mailer } = application;
  const alive = setInterval(() => undefined, FOREVER_MS);
  mailer.wakeOutbox();
  log.info({ mode: settings.mode, mailRate: settings.mailRate }, 'delivering');
  void tellReadiness(application);
  try {
    return await runUntilAsked({ log, close: application.close, exit: (code) => process.exit(code) });
  } finally {
    clearInterval(alive);
  }
}

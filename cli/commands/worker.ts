import { adjustEnvironment, getWorkerSettings } from '#app/config/env.server.ts';
import { openApplication } from '#app/server/application.server.ts';
import { versionName } from '#app/config/project-root.server.ts';
import { openMetrics } from '#app/server/http/open-metrics.server.ts';
import { runUntilShutdown } from '#app/server/http/graceful-shutdown.server.ts';

/** The longest timeout that Node.js supports; it keeps the process running. */
const FOREVER_MS = 2 ** 31 - 1;

/** `laurel worker`: sends queued emails, regardless of OUTBOX_WORKER. Can run alongside servers and workers. */
export async function worker(): Promise<number> {
  adjustEnvironment((environment) => ({
    NODE_ENV: environment['NODE_ENV'] ?? 'production',
    OUTBOX_WORKER: 'on',
  }));
  const settings = getWorkerSettings();
  const application = await openApplication(settings);
  const { log, mailer } = application;
  const metrics = await openMetrics(settings, application, null).catch(async (error: unknown) => {
    await application.close();
    throw error;
  });
  const alive = setInterval(() => undefined, FOREVER_MS);
  mailer.wakeOutbox();
  log.info({ mode: settings.mode, mailRate: settings.mailRate, version: versionName() }, 'worker started');
  void application.logReadiness();
  try {
    return await runUntilShutdown({
      log,
      close: async () => {
        await metrics.close();
        await application.close();
      },
      exit: (code) => process.exit(code),
    });
  } finally {
    clearInterval(alive);
  }
}

import type { Application } from '#app/server/application.server.ts';

/** Logs why a new process isn't ready, or what will soon be a problem. */
export async function logReadiness({ isReady, log }: Pick<Application, 'isReady' | 'log'>): Promise<void> {
  const readiness = await isReady();
  if (!readiness.ready) log.warn(`not ready: ${readiness.reason}`);
  else if (readiness.warning !== undefined) log.warn(readiness.warning);
}

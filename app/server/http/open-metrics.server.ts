import type { Settings } from '#app/config/env.server.ts';
import { buildVersion } from '#app/config/project-root.server.ts';
import type { Application } from '#app/server/application.server.ts';
import { listen } from './listening-server.server.ts';
import type { Metrics, MetricsParts } from './metrics.server.ts';

export interface OpenMetrics {
  /** Null unless METRICS_PORT or METRICS_TOKEN is set. */
  readonly metrics: Metrics | null;
  readonly close: () => Promise<void>;
}

/**
 * Starts to collect metrics, and to serve them on METRICS_PORT, if the settings ask for it.
 *
 * @param routes the routes of a server; null for a worker
 * @throws {ListenError} if the port can't be used
 */
export async function openMetrics(
  settings: Settings,
  application: Pick<Application, 'log' | 'figures'>,
  routes: MetricsParts['routes'],
): Promise<OpenMetrics> {
  const { metricsPort, metricsToken } = settings;
  if (metricsPort === null && (metricsToken === null || routes === null)) {
    return { metrics: null, close: () => Promise.resolve() };
  }
  // Loaded on demand, because a worker without metrics needs neither Express nor Remix.
  const { createMetrics, createMetricsApp } = await import('./metrics.server.ts');
  const metrics = createMetrics({
    log: application.log,
    token: metricsToken,
    build: buildVersion(),
    figures: () => application.figures(),
    routes,
  });
  const server =
    metricsPort === null
      ? null
      : await listen(createMetricsApp(metrics), { ...settings, port: metricsPort }, 'METRICS_PORT');
  if (server !== null) application.log.info({ port: metricsPort }, 'serving metrics');
  return {
    metrics,
    close: async () => {
      metrics.stop();
      await server?.close();
    },
  };
}

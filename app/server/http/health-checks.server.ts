import { Router } from 'express';
import type { Readiness } from '#app/server/application.server.ts';

/** `/healthz` responds if the process is alive, `/readyz` if it can serve, otherwise 503. */
export function healthChecks(isReady: () => Promise<Readiness>): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  router.get('/readyz', (_request, response, next) => {
    isReady()
      .then((readiness) => {
        response.set('Cache-Control', 'no-store').status(readiness.ready ? 200 : 503);
        response.json(
          readiness.ready ? { status: 'ready' } : { status: 'not ready', message: readiness.reason },
        );
      })
      .catch(next);
  });
  return router;
}

import { Router } from 'express';
import type { Readiness } from '#app/server/application.server.ts';

/** For operators and load balancers: `/healthz` says that the process lives, `/readyz` that it can serve, else 503 and why. */
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

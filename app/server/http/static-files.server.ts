import path from 'node:path';
import express, { Router } from 'express';

/** The browser's files. What Vite built has its hash in its name and never changes; the rest is asked for again. */
export function staticFiles(clientFolder: string): Router {
  const router = Router();
  router.use(
    '/assets',
    express.static(path.join(clientFolder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
      fallthrough: false,
    }),
  );
  router.use(express.static(clientFolder, { maxAge: '10m', index: false, redirect: false }));
  return router;
}

import type { ServerResponse } from 'node:http';
import path from 'node:path';
import express, { Router } from 'express';

/** Nothing below a name that starts with a dot: by default only dotfiles are denied. Texts have a charset. */
const SERVED = {
  index: false,
  redirect: false,
  dotfiles: 'ignore',
  setHeaders: (response: ServerResponse, file: string) => {
    if (file.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
  },
} as const;

/** The browser's files. What Vite built has its hash in its name and never changes; the rest is asked for again. */
export function staticFiles(clientFolder: string): Router {
  const router = Router();
  router.use(
    '/assets',
    express.static(path.join(clientFolder, 'assets'), {
      ...SERVED,
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
    }),
  );
  router.use(express.static(clientFolder, { ...SERVED, maxAge: '10m' }));
  return router;
}

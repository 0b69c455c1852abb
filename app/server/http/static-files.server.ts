import type { ServerResponse } from 'node:http';
import path from 'node:path';
import express, { Router } from 'express';

/** `ignore` also covers files in dot folders, which Express 4 serves by default. SVG needs an explicit charset. */
const SERVED = {
  index: false,
  redirect: false,
  dotfiles: 'ignore',
  setHeaders: (response: ServerResponse, file: string) => {
    if (file.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
  },
} as const;

/** Serves the browser's files. Vite's have hashed names and never change; others are cached for 10 min. */
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
  const otherFiles = express.static(clientFolder, { ...SERVED, maxAge: '10m' });
  router.use((request, response, next) => {
    // Every file has an extension, and screens and calls needn't be looked for on the disk.
    if (path.extname(request.path) === '') next();
    else otherFiles(request, response, next);
  });
  return router;
}

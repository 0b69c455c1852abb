import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { type Application, openApplication } from '#app/server/application.server.ts';
import { createHttpApp } from '#app/server/http/http-app.server.ts';
import { listen, type ListeningServer } from '#app/server/http/listening-server.server.ts';
import { createMetrics } from '#app/server/http/metrics.server.ts';
import { staticFiles } from '#app/server/http/served-app.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { PRODUCTION_CONTACTS } from '#tests/support/production-contacts.ts';

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProductionApp {
  readonly application: Application;
  readonly port: number;
  /** Contains the browser's files. */
  readonly folder: string;
  readonly entries: () => Record<string, unknown>[];
  readonly forgetEntries: () => void;
  readonly send: (
    method: string,
    target: string,
    headers?: Record<string, string>,
    body?: string,
  ) => Promise<Got>;
  readonly get: (target: string, headers?: Record<string, string>) => Promise<Got>;
  /** Returns the response to bytes that may not be a valid request. */
  readonly sendBytes: (bytes: string) => Promise<string>;
}

/** Serves a build with the production HTTP server for a file or `describe`, behind one trusted proxy by default. */
export function useProductionApp(build: ServerBuild, env: Record<string, string> = {}): ProductionApp {
  const database = useDatabase();
  let lines: string[] = [];
  let folder: string;
  let application: Application;
  let listening: ListeningServer;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-client-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'assets/app-abc123.js'), '// script');
    await writeFile(path.join(folder, 'assets/app-abc123.js.br'), 'compressed');
    await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const settings = parseSettings({
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      ...PRODUCTION_CONTACTS,
      SESSION_SECRET: 'a-secret-for-tests-of-32-characters-or-more',
      APP_URL: 'https://scholars.example.org',
      PORT: '0',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
      ...env,
    });
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    application = { ...(await openApplication(settings)), log };
    const version = { version: '1.2.3', commit: 'abc' };
    const metrics =
      settings.metricsToken === null
        ? null
        : createMetrics({
            ...{ log, token: settings.metricsToken, routes: build },
            build: version,
            figures: () => application.figures(),
          });
    const app = createHttpApp({
      version,
      metrics,
      settings,
      log,
      served: () => Promise.resolve({ build, application }),
      files: staticFiles(folder),
    });
    listening = await listen(app, settings);
    port = (listening.server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(async () => {
    await listening.close();
    await application.close();
    await rm(folder, { recursive: true });
  });

  const send: ProductionApp['send'] = (method, target, headers = {}, body = '') =>
    new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, method, path: target, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });

  return {
    get application() {
      return application;
    },
    get port() {
      return port;
    },
    get folder() {
      return folder;
    },
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    forgetEntries: () => {
      lines = [];
    },
    send,
    get: (target, headers) => send('GET', target, headers),
    sendBytes: (bytes) =>
      new Promise((resolve) => {
        let response = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
        socket.on('close', () => resolve(response));
      }),
  };
}

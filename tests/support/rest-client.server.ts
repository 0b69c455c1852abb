import { randomUUID } from 'node:crypto';
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { z } from 'zod';
import { parseSettings, type Settings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import type { ApplicationParts } from '#app/server/load-context.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { type TestDatabase, useDatabase } from '#tests/support/database.server.ts';
import { allRestCalls, restBuild } from '#tests/support/rest-build.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';
import { discardingMailer } from '#tests/support/discarding-mailer.ts';

/** A response. `body` is parsed JSON, the bytes of a workbook, other text, or null if empty. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Returns the body, validated with a schema. */
  read<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
}

type HeaderValues = Readonly<Record<string, string>>;

/** A REST client with one session cookie or none. Bodies that are strings are sent unchanged, others as JSON. */
export interface RestClient {
  get(path: string, headers?: HeaderValues): Promise<RestResponse>;
  post(path: string, body?: unknown, headers?: HeaderValues): Promise<RestResponse>;
  patch(path: string, body?: unknown, headers?: HeaderValues): Promise<RestResponse>;
  delete(path: string, headers?: HeaderValues): Promise<RestResponse>;
  /** Sends any method. Without a body there is no content type. */
  send(method: string, path: string, body?: unknown, headers?: HeaderValues): Promise<RestResponse>;
}

/** The application's REST calls in this process, with real routes, real sessions, and a separate database. */
export interface Rest {
  readonly orm: Orm;
  readonly clock: TestClock;
  readonly settings: Settings;
  /** The mail server, if the option `mail` is set. */
  readonly mail: SmtpSink;
  /** The server's log entries at level error, oldest first. */
  readonly errorLog: readonly Record<string, unknown>[];
  /** Returns a client with a new session of this user; null for an anonymous client. */
  as(userId: string | null): Promise<RestClient>;
  withCookie(cookie: string | null): RestClient;
  /** Serves a request as it is. */
  fetch(request: Request): Promise<Response>;
  /** Runs `work` and counts the statements it sent to the database. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  /** Runs `work` and returns the statements it sent, in order. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
}

export interface RestOptions {
  /** One database for the file (or `describe`), or an empty one per test, which takes about 5 ms each. */
  readonly per?: 'file' | 'each test';
  readonly env?: Readonly<Record<string, string>>;
  /** Starts the real mail system and a mail server. By default, tests check the outbox rows. */
  readonly mail?: boolean;
  /** Replaces the mailer of the option `mail`. */
  readonly mailer?: () => Mailer;
  readonly clientAddress?: string;
  /** Replaces the REST routes. Its path /refused must show the error page's data. */
  readonly build?: (onError: (error: unknown) => void) => Promise<ServerBuild>;
}

/**
 * Opens the REST calls for a file or `describe`, and closes them afterwards.
 *
 * ```ts
 * const rest = useRest();
 * it('lists years', async () => {
 *   const admin = await rest.as((await makeAdmin(rest.orm)).id);
 *   expect((await admin.get('/api/academicYears')).status).toBe(200);
 * });
 * ```
 */
export function useRest(options: RestOptions = {}): Rest {
  const per = options.per ?? 'file';
  const database = useDatabase(per);
  let open: OpenRest | undefined;
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];

  before(async () => {
    open = await openRest(database, options);
  });
  after(async () => {
    await open?.close();
    open = undefined;
  });

  const running = () => {
    if (open === undefined) throw new Error('The REST calls are open only while hooks and tests run.');
    return open;
  };
  const withCookie = (cookie: string | null) => clientOf(running().fetch, cookie);
  return {
    get orm() {
      return running().counting.orm;
    },
    get clock() {
      return running().clock;
    },
    get settings() {
      return running().parts.settings;
    },
    get mail() {
      const { sink } = running();
      if (sink === null) throw new Error('These tests have no mail server: useRest({ mail: true }).');
      return sink;
    },
    get errorLog() {
      return running().errorLog;
    },
    as: async (userId) => withCookie(userId === null ? null : await sessionCookie(running().parts, userId)),
    withCookie,
    fetch: (request) => running().fetch(request),
    countStatements: (work) => running().counting.count(work),
    statementsOf: (work) => running().counting.statementsOf(work),
  };
}

type Fetch = (request: Request) => Promise<Response>;

interface OpenRest {
  readonly counting: CountingOrm;
  readonly clock: TestClock;
  readonly parts: ApplicationParts;
  readonly errorLog: Record<string, unknown>[];
  readonly sink: SmtpSink | null;
  readonly fetch: Fetch;
  close(): Promise<void>;
}

async function openRest(database: TestDatabase, options: RestOptions): Promise<OpenRest> {
  const counting = await openCountingOrm(database);
  const clock = createTestClock();
  const errorLog: Record<string, unknown>[] = [];
  const sink = options.mail === true ? await startSmtpSink() : null;
  const held = {
    settings: parseSettings({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      SMTP_URL: sink?.url,
      ...options.env,
    }),
    orm: counting.orm,
    log: createLog('error', {
      write: (line: string) => errorLog.push(JSON.parse(line) as Record<string, unknown>),
    }),
    now: clock.now,
  };
  const mailSystem = sink === null ? null : openMailSystem(held);
  const parts: ApplicationParts = {
    ...held,
    mailer: options.mailer?.() ?? mailSystem?.mailer ?? discardingMailer,
  };
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const handle = createRequestHandler((await options.build?.(onError)) ?? restBuild(onError));
  return {
    counting,
    clock,
    parts,
    errorLog,
    sink,
    close: async () => {
      await mailSystem?.close();
      await sink?.stop();
    },
    fetch: async (request) => {
      const context: AppLoadContext = {
        application: parts,
        nonce: randomUUID(),
        requestId: randomUUID(),
        clientAddress: options.clientAddress ?? '192.0.2.1',
        isPageOfForm:
          request.method === 'POST' && request.headers.get('Accept')?.includes('text/html') === true,
        setRequestUser: () => undefined,
        restCalls: allRestCalls,
        refusalPage: async (refusal) => {
          if (options.build === undefined) throw new Error('A REST call has no page.');
          return handle(new Request(new URL('/refused', request.url)), { ...context, refusal });
        },
        questionPage: (link) => Promise.resolve(Response.json({ asked: link })),
      };
      const response = await handle(request, context);
      const [error] = errors.splice(0);
      if (error !== undefined) throw new Error('Remix could not run the route.', { cause: error });
      return response;
    },
  };
}

function clientOf(fetch: Fetch, cookie: string | null): RestClient {
  const send: RestClient['send'] = async (method, path, body, headers = {}) => {
    const all = new Headers(headers);
    if (cookie !== null) all.set('Cookie', cookie);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    if (text !== undefined && !all.has('Content-Type')) all.set('Content-Type', 'application/json');
    const url = new URL(path, 'http://localhost:3000');
    return restResponseOf(await fetch(new Request(url, { method, headers: all, body: text })));
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/vnd.')) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (text === '') return null;
  return type.startsWith('application/json') ? JSON.parse(text) : text;
}

async function restResponseOf(response: Response): Promise<RestResponse> {
  const body = await bodyOf(response);
  return {
    status: response.status,
    headers: response.headers,
    body,
    read: (schema) => schema.parse(body),
  };
}

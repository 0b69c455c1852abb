import { randomUUID } from 'node:crypto';
import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { allRestCalls } from '#tests/support/rest-build.server.ts';
import { discardingMailer } from '#tests/support/discarding-mailer.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';

interface ScreenRequest {
  readonly orm: Orm;
  /** The signed-in user; null for an anonymous visitor. */
  readonly user: { readonly id: string } | null;
  readonly path: string;
  /** A form's fields, sent as without JavaScript. If missing, the page is opened instead. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** The test clock's start by default. */
  readonly now?: () => Date;
}

/** Returns the arguments that Remix passes to a screen's loaders and action. */
export async function screenArgs({ orm, user, path, form, now }: ScreenRequest): Promise<LoaderFunctionArgs> {
  const application = {
    settings: parseSettings({ NODE_ENV: 'test' }),
    orm,
    log: createLog('silent'),
    mailer: discardingMailer,
    now: now ?? createTestClock().now,
  };
  const context: AppLoadContext = {
    application,
    nonce: '',
    requestId: randomUUID(),
    clientAddress: '192.0.2.1',
    isPageOfForm: false,
    setRequestUser: () => undefined,
    restCalls: allRestCalls,
    refusalPage: () => Promise.reject(new Error("Pages of refusals are the HTTP server's.")),
    questionPage: () => Promise.reject(new Error("Pages of questions are the HTTP server's.")),
  };
  const headers = new Headers(user === null ? {} : { Cookie: await sessionCookie(application, user.id) });
  const body =
    form === undefined
      ? {}
      : { method: 'POST', body: new URLSearchParams(form.map(([name, value]) => [name, value])) };
  const request = new Request(new URL(path, application.settings.appUrl), { headers, ...body });
  return { request, context, params: {} };
}

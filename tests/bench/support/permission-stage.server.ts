import { parseSettings, type Settings } from '#app/config/env.server.ts';
import { openBenchApp, SESSION_SECRET } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { type HttpClient, openHttpClient, type Sent } from '#tests/bench/support/http-client.ts';
import type { Keep } from '#tests/bench/support/resources.ts';
import type { Fields } from '#tests/contract/screen-outcomes.ts';
import { permissionScene, type PermissionScene } from '#tests/contract/permission-scene.server.ts';
import { snapshotRows, type RowSnapshot } from '#tests/support/row-snapshot.server.ts';
import type { RestResponse, RestClient } from '#tests/support/rest-client.server.ts';

/** The permission matrices' scene behind the built server. */
export interface PermissionStage {
  readonly scene: PermissionScene;
  /** A snapshot of the database, to detect and undo changes. */
  readonly snapshot: RowSnapshot;
  readonly settings: Settings;
  readonly url: string;
  rows<Row>(sql: string): Promise<Row[]>;
}

/** Starts a server with the scene. The worker is off, so nothing changes without a request. */
export async function openPermissionStage(keep: Keep, stage: Stage): Promise<PermissionStage> {
  const app = await keep(openBenchApp(await stage.makeDatabase(), { env: { OUTBOX_WORKER: 'off' } }));
  const settings = parseSettings({ NODE_ENV: 'test', SESSION_SECRET });
  const clients: HttpClient[] = [];
  await keep(Promise.resolve({ close: () => Promise.resolve(clients.forEach((client) => client.close())) }));
  const withCookie = (cookie: string | null) => {
    const client = openHttpClient(app.server.url, cookie ?? '');
    clients.push(client);
    return restClientOf(client);
  };
  const as = async (userId: string | null) => withCookie(userId === null ? null : await app.cookieOf(userId));
  const clock = { now: () => new Date() };
  const scene = await permissionScene({ orm: app.orm, settings, clock, as, withCookie });
  const snapshot = await snapshotRows(app.orm);
  return { scene, snapshot, settings, url: app.server.url, rows: (sql) => app.rows(sql) };
}

function restClientOf(client: HttpClient): RestClient {
  const send: RestClient['send'] = async (method, path, body, headers = {}) => {
    const sent: Sent = { headers, ...(body === undefined ? {} : { body }) };
    const { status, headers: answered, body: text } = await client.send(method, path, sent);
    const all = new Headers();
    for (const [name, values] of Object.entries(answered)) {
      for (const value of [values ?? []].flat()) all.append(name, value);
    }
    const isJson = all.get('Content-Type')?.startsWith('application/json') === true;
    const parsed: unknown = text === '' ? null : isJson ? JSON.parse(text) : text;
    const response: RestResponse = {
      status,
      headers: all,
      body: parsed,
      read: (schema) => schema.parse(parsed),
    };
    return response;
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}

const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Encodes form fields as a request's body and headers. */
export function formSent(fields: Fields): { readonly body: string; readonly headers: typeof FORM_TYPE } {
  return { body: new URLSearchParams(fields.map((field) => [...field])).toString(), headers: FORM_TYPE };
}

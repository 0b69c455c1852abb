import { beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { snapshotRows, type RowSnapshot } from '#tests/support/row-snapshot.server.ts';
import { type RestResponse, useRest } from '#tests/support/rest-client.server.ts';
import { screenBuild, type ScreenRoute, screenRoutes } from '#tests/support/screen-build.server.ts';
import { inTurn } from './in-turn.ts';
import { WHO, type Who } from './callers.ts';
import { hiddenNamesFor, permissionScene, type PermissionScene } from './permission-scene.server.ts';
import { allPresses, isPressField, pressesOf } from './pressed-buttons.ts';
import { returnPath, isRefusal, type ScreenRow } from './screen-outcomes.ts';
import { SCREEN_MATRIX } from './screen-matrix.ts';
import { outcomeOf } from './screen-outcome.server.ts';

const screens = useRest({ build: screenBuild });
/** Shared by all tests; changes are undone. */
let scene: PermissionScene;
let snapshot: RowSnapshot;

beforeAll(async () => {
  scene = await permissionScene(screens);
  snapshot = await snapshotRows(screens.orm);
});

beforeEach(() => {
  onTestFailed(() => snapshot.restore());
});

const routes = await screenRoutes();
const rows = Object.entries(SCREEN_MATRIX);
const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' };
const QUERY_FIELDS = ['page', 'email', 'target', 'direction', 'sort', 'rule', 'state', 'before'];

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const isTurnedAway = (outcome: string) => outcome === 'not theirs';
/** Returns 'GET /users/:id' for 'GET /users/:id of an administrator'. */
const methodAndPath = (name: string) => name.split(' ').slice(0, 2).join(' ');
const pathOf = (name: string, row: ScreenRow) => row.path?.(scene) ?? name.split(' ')[1] ?? '';
async function requestOf(name: string, row: ScreenRow) {
  const [method = ''] = name.split(' ');
  const path = pathOf(name, row);
  const fields = await row.form?.(scene);
  if (fields === undefined) return { method, path, body: row.body?.(scene) };
  const body = new URLSearchParams(fields.map((field) => [...field])).toString();
  return { method, path, body, headers: FORM_HEADERS };
}

function boundTo(to: PermissionScene, before: ScreenRow['before']) {
  return before === undefined ? undefined : () => before(to);
}

/** Fails if the response contains data its reader may not see, except data from their own request. */
function expectSilence(
  who: Who,
  { body, headers }: RestResponse,
  asked: { path: string; body?: unknown },
): void {
  const writtenText = decodeURIComponent(JSON.stringify(asked));
  const read = JSON.stringify([body, ...headers]);
  const reported = hiddenNamesFor(scene, who).filter(
    (name) => read.includes(name) && !writtenText.includes(name),
  );
  expect([who, reported]).toEqual([who, []]);
}

function methodsOf({ loader, action }: ScreenRoute['module']): string[] {
  if (typeof loader === 'function' && 'endpoints' in loader) return Object.keys(loader.endpoints as object);
  return action === undefined ? ['GET'] : ['GET', 'POST'];
}

/** Whether a button can send this value. Some values are known only at render time. */
const isSame = (sent: string, press: string) =>
  press.endsWith('=') ? sent.startsWith(press) : sent === press;

describe('the permission matrix of the screens', () => {
  it('has a row for every page, form, and call of the URL map, and for no other', () => {
    const expected = routes.flatMap(({ pattern, module }) =>
      methodsOf(module).map((method) => `${method} ${pattern}`),
    );
    expect([...new Set(rows.map(([name]) => methodAndPath(name)))].toSorted()).toEqual(expected.toSorted());
  });

  it('has a row for every button of every page, and for no other', async () => {
    const sent = new Map<string, string[]>();
    for (const [name, row] of rows) {
      const presses = ((await row.form?.(scene)) ?? []).filter(([field]) => isPressField(field));
      sent.set(methodAndPath(name), [
        ...(sent.get(methodAndPath(name)) ?? []),
        ...presses.map(([field, value]) => `${field}=${value}`),
      ]);
    }
    const missing = routes
      .filter(({ module }) => 'action' in module)
      .flatMap(({ file, pattern }) =>
        pressesOf(file)
          .filter((press) => !(sent.get(`POST ${pattern}`) ?? []).some((one) => isSame(one, press)))
          .map((press) => `POST ${pattern} ${press}`),
      );
    expect(missing).toEqual([]);
    const all = allPresses();
    const known = [...new Set([...sent.values()].flat())];
    expect(all.filter((press) => !known.some((one) => isSame(one, press)))).toEqual([]);
    expect(known.filter((one) => !all.some((press) => isSame(one, press)))).toEqual([]);
  });
});

describe('each screen responds to each kind of user as the permission matrix says', () => {
  it.each(rows)('%s', async (name, row) => {
    const found = await inTurn(WHO, {
      snapshot,
      isRead: name.startsWith('GET '),
      isRefused: (_who, index) => isRefusal(row.outcomes[index] ?? ''),
      before: boundTo(scene, row.before),
      ask: async (who) => {
        const screenRequest = await requestOf(name, row);
        const response = await scene.clients[who].send(
          screenRequest.method,
          screenRequest.path,
          screenRequest.body,
          screenRequest.headers,
        );
        expectSilence(who, response, screenRequest);
        return outcomeOf(response, screens.settings, returnPath(row, scene, screenRequest.path));
      },
    });
    expect(found).toEqual(row.outcomes);
  });
});

describe('a caller without permission is refused before any validation', () => {
  const forms = rows.filter(([, row]) => row.form !== undefined && row.outcomes.some(isTurnedAway));
  const pages = rows.filter(([name, row]) => name.startsWith('GET ') && row.outcomes.some(isTurnedAway));
  /** Whether a caller may send another form of the same page, whose fields are then checked. */
  const sendsOthers = (name: string, index: number) =>
    rows.some(
      ([other, row]) =>
        methodAndPath(other) === methodAndPath(name) && !isTurnedAway(row.outcomes[index] ?? ''),
    );
  /** The outcomes for these callers, by default all who are refused, for each of these requests. */
  const outcomesOf = async (
    row: ScreenRow,
    requests: readonly Asked[],
    isAsked = (_index: number) => true,
  ) => {
    const reported: string[] = [];
    for (const who of WHO.filter(
      (_who, index) => isTurnedAway(row.outcomes[index] ?? '') && isAsked(index),
    )) {
      for (const { method, path, body } of requests) {
        const headers = body === undefined ? {} : FORM_HEADERS;
        const response = await scene.clients[who].send(method, path, body, headers);
        reported.push(await outcomeOf(response, screens.settings, returnPath(row, scene, path)));
      }
    }
    return [...new Set(reported)];
  };

  it.each(forms)('%s', async (name, row) => {
    const before = await snapshot.digests();
    const path = pathOf(name, row);
    const requests = ['', 'intent=send', 'page=no%2Fnumber'].map((body) => ({ method: 'POST', path, body }));
    const fields = (await row.form?.(scene)) ?? [];
    const intent = fields.find(([field]) => field === 'intent')?.[1] ?? '';
    const own = [{ method: 'POST', path, body: new URLSearchParams({ intent }).toString() }];
    const reported = [
      ...(await outcomesOf(row, requests, (index) => !sendsOthers(name, index))),
      ...(await outcomesOf(row, own, (index) => sendsOthers(name, index))),
    ];
    expect([...new Set(reported)]).toEqual(['not theirs']);
    expect(await snapshot.changed(before)).toEqual([]);
  });

  it.each(pages)('%s', async (name, row) => {
    const url = new URL(pathOf(name, row), screens.settings.appUrl);
    for (const field of QUERY_FIELDS) url.searchParams.set(field, 'no/sense');
    expect(await outcomesOf(row, [{ method: 'GET', path: `${url.pathname}${url.search}` }])).toEqual([
      'not theirs',
    ]);
  });
});

/** The status Remix returns for a data request. Redirects are in the body. */
function dataStatusOf(outcome: string): number {
  if (outcome === 'page') return 200;
  if (outcome === 'not theirs') return 403;
  if (outcome === 'nothing here') return 404;
  return Number(/^\d{3}/.exec(outcome)?.[0] ?? 202);
}

describe('data that the browser fetches for a screen alone', () => {
  const isLoaded = (name: string) =>
    routes.some(
      ({ pattern, module }) => `GET ${pattern}` === methodAndPath(name) && module['loader'] !== undefined,
    );
  const pages = rows.filter(([name, row]) => row.outcomes.includes('login') && isLoaded(name));

  it.each(pages)('%s', async (name, row) => {
    const route = routes.find(({ pattern }) => `GET ${pattern}` === methodAndPath(name));
    const url = new URL(pathOf(name, row), screens.settings.appUrl);
    url.pathname = url.pathname === '/' ? '/_root.data' : `${url.pathname}.data`;
    url.searchParams.set('_routes', route?.id ?? '');
    for (const [index, who] of WHO.entries()) {
      const path = `${url.pathname}${url.search}`;
      const response = await scene.clients[who].get(path);
      expect([who, response.status]).toEqual([who, dataStatusOf(row.outcomes[index] ?? '')]);
      expectSilence(who, response, { path });
    }
  });
});

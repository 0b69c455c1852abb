import { beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { TOKEN_SCOPES, type TokenScope } from '#app/schemas/token-scopes.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { type RowSnapshot, snapshotRows } from '#tests/support/row-snapshot.server.ts';
import { inTurn } from './in-turn.ts';
import { WHO, type Who } from './callers.ts';
import { CALL_MATRIX } from './permission-matrix.ts';
import { hiddenNamesFor, permissionScene, type PermissionScene } from './permission-scene.server.ts';
import { servedCalls } from './served-calls.ts';
import { TOKEN_MATRIX } from './token-matrix.ts';

const rest = useRest();
let scene: PermissionScene;
let snapshot: RowSnapshot;
/** The secret of a token with one scope, for each kind of person. */
const secrets = new Map<string, string>();

/** People whose tokens are tried: of another school, of the school, and an administrator. */
const OWNERS = ['elsewhere', 'here', 'admin'] as const satisfies readonly Who[];
type Owner = (typeof OWNERS)[number];
const TOKENS = OWNERS.flatMap((owner) => TOKEN_SCOPES.map((scope) => ({ owner, scope })));
type Token = (typeof TOKENS)[number];
const keyOf = ({ owner, scope }: Token) => `${owner} ${scope}`;

beforeAll(async () => {
  scene = await permissionScene(rest);
  for (const token of TOKENS) {
    const userId = scene.people[token.owner].id;
    secrets.set(keyOf(token), (await makeAccessToken(rest.orm, { userId, scopes: [token.scope] })).secret);
  }
  snapshot = await snapshotRows(rest.orm);
});

beforeEach(() => {
  onTestFailed(() => snapshot.restore());
});

/** Calls that are refused with 403 for a missing scope, before anything else is considered. */
function expectedStatus(call: string, owner: Owner, scope: TokenScope): number | undefined {
  const need = TOKEN_MATRIX[call];
  const row = CALL_MATRIX[call];
  if (need === 'OPEN') return row?.statuses[WHO.indexOf('nobody')];
  if (need !== scope) return 403;
  // Invites with a flag grant access, which needs a person.
  if (call === 'POST users/invites') return 403;
  return row?.statuses[WHO.indexOf(owner)];
}

it('the token matrix has every call that is served, and no other', async () => {
  const served = (await servedCalls()).map(({ call }) => call);
  expect(Object.keys(TOKEN_MATRIX).toSorted()).toEqual(served.toSorted());
});

describe('each call responds to a token of each scope as the matrix says', () => {
  it.each(Object.keys(CALL_MATRIX))('%s', async (call) => {
    const row = CALL_MATRIX[call];
    const [method = '', template = ''] = call.split(' ');
    const expected = TOKENS.map(({ owner, scope }) => expectedStatus(call, owner, scope));
    const found = await inTurn(TOKENS, {
      snapshot,
      isRead: method === 'GET',
      isRefused: () => false,
      ask: async (token) => {
        const headers = { Authorization: `Bearer ${secrets.get(keyOf(token))}` };
        const url = `/api/${row?.path?.(scene) ?? template}`;
        const response = await scene.clients.nobody.send(method, url, row?.body?.(scene), headers);
        const text = JSON.stringify(response.body);
        expect([
          keyOf(token),
          hiddenNamesFor(scene, token.owner).filter((name) => text.includes(name)),
        ]).toEqual([keyOf(token), []]);
        return response.status;
      },
    });
    expect(found).toEqual(expected);
  });
});

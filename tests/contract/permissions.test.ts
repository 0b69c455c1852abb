import { beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { z } from 'zod';
import { isCheckedBeforeParsing } from '#app/policy/rules.ts';
import { DesignationPatchBodySchema, DesignationPatchSchema } from '#app/schemas/designation.ts';
import { snapshotRows, type RowSnapshot } from '#tests/support/row-snapshot.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { clientOf, FIELD_MATRIX, INSIDERS, WHOLE_BODIES } from './field-matrix.ts';
import { inTurn } from './in-turn.ts';
import { WHO, type Who } from './callers.ts';
import { CALL_MATRIX, type CallRow } from './permission-matrix.ts';
import { hiddenNamesFor, permissionScene, type PermissionScene } from './permission-scene.server.ts';
import { servedCalls } from './served-calls.ts';

const rest = useRest();
/** Shared by all tests; changes are undone. */
let scene: PermissionScene;
let snapshot: RowSnapshot;

beforeAll(async () => {
  scene = await permissionScene(rest);
  snapshot = await snapshotRows(rest.orm);
});

beforeEach(() => {
  onTestFailed(() => snapshot.restore());
});

const SUCCESS = (status: number) => status < 400;

/** The field names of a body schema, ignoring transformations. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  // This schema reports invalid and missing fields together, using the schema of the patch.
  if (schema === DesignationPatchBodySchema) return fieldsOf(DesignationPatchSchema);
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out as z.ZodType);
  throw new Error('A body that is no object.');
}

function send(call: string, { path, body }: CallRow, who: Who) {
  const [method = '', template = ''] = call.split(' ');
  return scene.clients[who].send(method, `/api/${path?.(scene) ?? template}`, body?.(scene));
}

it('the permission matrix has a row for every call that is served, and for no other', async () => {
  const served = await servedCalls();
  expect(Object.keys(CALL_MATRIX).toSorted()).toEqual(served.map(({ call }) => call).toSorted());
});

/** A body and a query with a field that no call has. */
const NONSENSE = { body: { nothing: true }, query: '?nothing=true' };

it('a call without permission returns 403 or 404 before any validation error', async () => {
  const calls = (await servedCalls()).filter(
    ({ endpoint: { ability } }) =>
      ability !== 'public' && ability !== 'signedIn' && isCheckedBeforeParsing(ability),
  );
  const refused = calls.filter(({ call }) => CALL_MATRIX[call]?.statuses[WHO.indexOf('here')] === 403);
  expect(refused.length).toBeGreaterThan(10);
  for (const { call, method, path } of refused) {
    const requestPath = `/api/${CALL_MATRIX[call]?.path?.(scene) ?? path}${NONSENSE.query}`;
    const { status } = await scene.clients.here.send(
      method,
      requestPath,
      method === 'GET' ? undefined : NONSENSE.body,
    );
    expect([call, status]).toEqual([call, 403]);
  }
});

describe('each call responds to each kind of user as the permission matrix says', () => {
  it.each(Object.entries(CALL_MATRIX))('%s', async (call, row) => {
    const found = await inTurn(WHO, {
      snapshot,
      isRead: call.startsWith('GET '),
      isRefused: (_who, index) => !SUCCESS(row.statuses[index] ?? 0),
      ask: async (who) => {
        const { status, body } = await send(call, row, who);
        const text = JSON.stringify(body);
        expect([who, hiddenNamesFor(scene, who).filter((name) => text.includes(name))]).toEqual([who, []]);
        return status;
      },
    });
    expect(found).toEqual(row.statuses);
  });
});

describe('each field of a body', () => {
  it('has a row in the field matrix for every call that accepts it', async () => {
    const served = (await servedCalls()).filter(({ endpoint }) => endpoint.body !== undefined);
    const fields = served
      .filter(({ call }) => !WHOLE_BODIES.includes(call))
      .map(({ call, endpoint }) => [call, fieldsOf(endpoint.body).toSorted()] as const);
    const rows = Object.entries(FIELD_MATRIX).map(
      ([call, row]) => [call, Object.keys(row).toSorted()] as const,
    );
    expect(new Map(rows.toSorted())).toEqual(new Map(fields.toSorted()));
    expect(WHOLE_BODIES.filter((call) => !served.some((one) => one.call === call))).toEqual([]);
  });

  const cases = Object.entries(FIELD_MATRIX).flatMap(([call, fields]) =>
    Object.entries(fields).map(([field, row]) => [call, field, row] as const),
  );
  it.each(cases)(
    'is accepted or refused as the matrix says: %s: %s',
    async (call, field, { value, statuses }) => {
      const row = CALL_MATRIX[call];
      if (row === undefined) throw new Error(`${call} has no row in the matrix of calls.`);
      const [method = '', template = ''] = call.split(' ');
      const found = await inTurn(INSIDERS, {
        snapshot,
        isRefused: (_who, index) => !SUCCESS(statuses[index] ?? 0),
        ask: async (who) => {
          const beside = method === 'POST' ? row.body?.(scene) : {};
          const body = value === undefined ? { ...beside } : { ...beside, [field]: value };
          const path = `/api/${row.path?.(scene) ?? template}`;
          return (await clientOf(scene, who).send(method, path, body)).status;
        },
      });
      expect(found).toEqual(statuses);
    },
  );
});

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '#app/lib/records.ts';
import type { OpenApiDocument, OpenApiOperation } from '#app/server/openapi/openapi-document.server.ts';
import { QUERY_DESCRIPTIONS } from '#app/server/openapi/parameters.ts';
import type { OpenApiResponse } from '#app/server/openapi/responses.ts';
import { type RestResponse, useRest } from '#tests/support/rest-client.server.ts';
import { type RowSnapshot, snapshotRows } from '#tests/support/row-snapshot.server.ts';
import { inTurn } from './in-turn.ts';
import { WHO, type Who } from './callers.ts';
import { CALL_MATRIX } from './permission-matrix.ts';
import { permissionScene, type PermissionScene } from './permission-scene.server.ts';
import { type ServedCall, servedCalls } from './served-calls.ts';
import { DECIDED_CALLS, SPECIFIED_CALLS } from './specified-calls.ts';

const rest = useRest();
let scene: PermissionScene;
let snapshot: RowSnapshot;
let served: ServedCall[];
let document: OpenApiDocument;
let ajv: Ajv2020;

const FORMATS = {
  base64: true,
  binary: true,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^https?:\/\/\S+$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
} as const;
const ROOT = 'https://laurel.invalid/openapi.json';
/** Some errors have details of their own. */
const OPEN_SCHEMAS = ['Error'];

beforeAll(async () => {
  scene = await permissionScene(rest);
  snapshot = await snapshotRows(rest.orm);
  served = await servedCalls();
  document = (await scene.clients.admin.get('/api/openapi.json')).body as OpenApiDocument;
  ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  ajv.addSchema({ ...(closed(document) as object), $id: ROOT });
});

/** Refuses fields that a schema doesn't describe, so that tests notice them. */
function closed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item));
  if (!isRecord(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part, key)]));
  const isOpen = OPEN_SCHEMAS.includes(name) || copy['additionalProperties'] !== undefined;
  return copy['type'] === 'object' && isRecord(copy['properties']) && !isOpen
    ? { ...copy, additionalProperties: false }
    : copy;
}

function operationOf({ method, path }: ServedCall): OpenApiOperation {
  const operation = document.paths[`/${path}`]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} isn't described.`);
  return operation;
}

const pointerOf = (...parts: string[]) =>
  `${ROOT}#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

function validatorAt(...parts: string[]): ValidateFunction {
  const validate = ajv.getSchema(pointerOf(...parts));
  if (validate === undefined) throw new Error(`No schema at ${parts.join('/')}`);
  return validate;
}

/** Returns where the document describes a status, and what it says. */
function describedAt(call: ServedCall, status: number): { at: string[]; response: OpenApiResponse } {
  const { responses } = operationOf(call);
  const key = Object.hasOwn(responses, String(status)) ? String(status) : 'default';
  const response = responses[key] ?? {};
  const name = response.$ref?.split('/').at(-1);
  if (name === undefined) {
    return { at: ['paths', `/${call.path}`, call.method.toLowerCase(), 'responses', key], response };
  }
  const shared = document.components['responses'] as Record<string, OpenApiResponse>;
  return { at: ['components', 'responses', name], response: shared[name] ?? {} };
}

/** Returns how a response differs from its description. */
function differences(call: ServedCall, { status, headers, body }: RestResponse): unknown[] {
  const { at, response } = describedAt(call, status);
  const type = headers.get('Content-Type')?.split(';', 1)[0] ?? null;
  const types = Object.keys(response.content ?? {});
  const found: unknown[] = [];
  if (type === null ? types.length > 0 : !types.includes(type)) found.push(`${status} is ${type}`);
  if (status < 300 && headers.has('ETag') !== (response.headers?.['ETag'] !== undefined)) found.push('ETag');
  if (type === 'application/json') {
    const validate = validatorAt(...at, 'content', type, 'schema');
    if (!validate(body)) found.push(...(validate.errors ?? []));
  }
  return found;
}

function send({ call, method, path }: ServedCall, who: Who, headers = {}) {
  const row = CALL_MATRIX[call];
  const url = `/api/${row?.path?.(scene) ?? path}`;
  return scene.clients[who].send(method, url, row?.body?.(scene), headers);
}

const SUCCESS = (status: number | undefined) => status !== undefined && status < 400;

describe('the OpenAPI document', () => {
  it('describes every call of the API, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    );
    expect(document.openapi).toBe('3.1.1');
    expect(described.toSorted()).toEqual([...SPECIFIED_CALLS, ...DECIDED_CALLS].toSorted());
  });

  it('describes no query parameter that no call has', () => {
    const names = served.flatMap((call) =>
      operationOf(call).parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
    );
    expect(Object.keys(QUERY_DESCRIPTIONS).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('gives each operation an ID of its own', () => {
    const ids = served.map((call) => operationOf(call).operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  });

  it('lists the parameters that each call reads', () => {
    for (const call of served) {
      const inPath = operationOf(call).parameters.filter((one) => one.in === 'path');
      expect([call.call, inPath.map(({ name }) => `{${name}}`)]).toEqual([
        call.call,
        call.path.match(/\{\w+\}/g) ?? [],
      ]);
    }
  });

  it('has an example for every body, which the call and the document accept', () => {
    for (const call of served) {
      const { requestBody } = operationOf(call);
      const schema = call.endpoint.body ?? call.endpoint.operation?.body;
      expect([call.call, requestBody !== undefined]).toEqual([call.call, schema !== undefined]);
      if (requestBody === undefined || schema === undefined) continue;
      const { example } = requestBody.content['application/json'];
      const at = ['paths', `/${call.path}`, call.method.toLowerCase(), 'requestBody', 'content'];
      const validate = validatorAt(...at, 'application/json', 'schema');
      validate(example);
      expect([call.call, validate.errors ?? null, schema.safeParse(example).error?.issues]).toEqual([
        call.call,
        null,
        undefined,
      ]);
    }
  });

  it('marks the fields as required that the schema of a body requires', () => {
    const create = served.find(({ call }) => call === 'POST highschools');
    if (create === undefined) throw new Error('No such call.');
    const at = ['paths', '/highschools', 'post', 'requestBody', 'content', 'application/json', 'schema'];
    const validate = validatorAt(...at);
    expect(validate({ name: 'No phone', address: {} })).toBe(false);
    expect(validate({ ...CALL_MATRIX[create.call]?.body?.(scene), color: 'red' })).toBe(false);
  });
});

/** Callers with different responses: 401, 404, staff's, and administrators'. */
const CALLERS = ['nobody', 'elsewhere', 'here', 'admin'] as const satisfies readonly Who[];

describe('the API as the document describes it', () => {
  it.each(Object.keys(CALL_MATRIX))('%s', async (name) => {
    const call = served.find((one) => one.call === name);
    if (call === undefined) throw new Error(`${name} isn't served.`);
    const statusFor = (who: Who) => CALL_MATRIX[name]?.statuses[WHO.indexOf(who)];
    const found = await inTurn(CALLERS, {
      snapshot,
      isRead: call.method === 'GET',
      isRefused: (who) => !SUCCESS(statusFor(who)),
      ask: async (who) => {
        const response = await send(call, who);
        const isNamed = Object.hasOwn(operationOf(call).responses, String(response.status));
        return [who, isNamed, differences(call, response)];
      },
    });
    expect(found).toEqual(CALLERS.map((who) => [who, true, []]));
  });

  it('returns 400 for an unknown query parameter', async () => {
    for (const call of served) {
      const url = `/api/${CALL_MATRIX[call.call]?.path?.(scene) ?? call.path}?color=red`;
      const response = await scene.clients.admin.send(
        call.method,
        url,
        CALL_MATRIX[call.call]?.body?.(scene),
      );
      expect([call.call, response.status, differences(call, response)]).toEqual([call.call, 400, []]);
    }
  });

  it('returns 412 for an outdated If-Match wherever it is a parameter', async () => {
    for (const call of served.filter(({ method }) => method !== 'GET')) {
      const accepts = operationOf(call).parameters.some(({ name }) => name === 'If-Match');
      const response = await send(call, 'admin', { 'If-Match': '"999999"' });
      expect([call.call, response.status === 412]).toEqual([call.call, accepts]);
      expect([call.call, differences(call, response)]).toEqual([call.call, []]);
      await snapshot.restore();
    }
  });
});

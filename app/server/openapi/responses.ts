import type { AnyEndpoint } from '#app/server/api-endpoint.ts';
import type { JsonSchema, JsonSchemas } from './json-schemas.ts';
import { acceptsIfMatch } from './parameters.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';
import { operationOf } from './rest-calls.ts';

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** A response of OpenAPI 3.1, or a reference to one. */
export interface OpenApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** By status, and `default`. */
export type Responses = Readonly<Record<string, OpenApiResponse>>;

const ERRORS = {
  BadRequest: [400, 'The input is invalid; `issues` says where and why.'],
  Unauthorized: [401, 'Not signed in, or the access token is incorrect, expired, or revoked.'],
  Forbidden: [
    403,
    'Signed in, but not allowed; or the access token lacks the scope, or the request came from another site.',
  ],
  NotFound: [404, "It doesn't exist, or you don't have access to it."],
  Conflict: [409, 'The request conflicts with the stored data.'],
  PreconditionFailed: [412, '`If-Match` names an older version; nothing was changed.'],
  PayloadTooLarge: [413, 'The body is too large.'],
  UnsupportedMediaType: [415, "The body isn't JSON."],
  TooManyRequests: [429, 'Too many requests; see `Retry-After`.'],
  ServiceUnavailable: [503, 'The database is unavailable or the server is busy; see `Retry-After`.'],
  UnexpectedError: ['default', 'Any other error. An internal error has a `requestId`.'],
} as const satisfies Readonly<Record<string, readonly [status: number | 'default', description: string]>>;
type ErrorName = keyof typeof ERRORS;

const RETRIED: readonly ErrorName[] = ['TooManyRequests', 'ServiceUnavailable'];
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: integer() } };

/** Returns the responses that operations refer to. */
export function errorComponents(errorRef: string): Readonly<Record<string, OpenApiResponse>> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([name, [, description]]) => [
      name,
      {
        description,
        ...(RETRIED.includes(name as ErrorName) ? { headers: RETRY_AFTER } : {}),
        content: { 'application/json': { schema: { $ref: errorRef } } },
      },
    ]),
  );
}

/** Returns the responses of a call by status. */
export function responsesOf(call: RestCall, schemas: JsonSchemas, endpoint: AnyEndpoint): Responses {
  const success = successOf(call, schemas, endpoint);
  const { otherStatus } = operationOf(call);
  const errors = errorsOf(call, endpoint).map((name) => [
    String(ERRORS[name][0]),
    { $ref: `#/components/responses/${name}` },
  ]);
  return {
    [String(statusOf(endpoint))]: success,
    ...(otherStatus === undefined ? {} : { [String(otherStatus)]: success }),
    ...(Object.fromEntries(errors) as Responses),
  };
}

/** Only redirects have neither a schema nor a file nor an empty body. */
function isRedirect({ response, isFile, status }: AnyEndpoint): boolean {
  return response === undefined && isFile !== true && status !== 204;
}

function statusOf(endpoint: AnyEndpoint): number {
  return isRedirect(endpoint) ? 302 : (endpoint.status ?? 200);
}

function errorsOf(call: RestCall, { ability, body }: AnyEndpoint): ErrorName[] {
  const { body: sent = body, security } = operationOf(call);
  const isWrite = call.method !== 'GET';
  const isIdentified = ability !== 'public' || security !== undefined;
  return [
    'BadRequest',
    ...when(isIdentified, 'Unauthorized'),
    'Forbidden',
    ...when(isIdentified, 'NotFound'),
    ...when(isWrite, 'Conflict'),
    ...when(acceptsIfMatch(call), 'PreconditionFailed'),
    ...when(sent !== undefined, 'PayloadTooLarge', 'UnsupportedMediaType'),
    'TooManyRequests',
    'ServiceUnavailable',
    'UnexpectedError',
  ];
}

function when(isSo: boolean, ...names: ErrorName[]): ErrorName[] {
  return isSo ? names : [];
}

function successOf(call: RestCall, schemas: JsonSchemas, endpoint: AnyEndpoint): OpenApiResponse {
  if (isRedirect(endpoint)) {
    const headers = { Location: { description: 'The next page.', schema: { type: 'string' as const } } };
    return { description: 'A redirect.', headers };
  }
  if (endpoint.status === 204) return { description: 'Success.' };
  const query =
    endpoint.query === undefined ? {} : (schemas.convert(endpoint.query, 'input').properties ?? {});
  if (endpoint.isFile === true) return fileResponse(Object.hasOwn(query, 'format'));
  if (endpoint.response === undefined) throw new Error(`${call.method} ${call.path} has no response.`);
  const headers = {
    ...(operationOf(call).hasVersion === true ? VERSION_HEADER : {}),
    ...(Object.hasOwn(query, 'offset') ? PAGING_HEADERS : {}),
  };
  return {
    description: 'Success.',
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { 'application/json': { schema: schemas.convert(endpoint.response, 'output') } },
  };
}

const VERSION_HEADER = {
  ETag: { description: 'The version, for `If-Match`.', schema: { type: 'string' as const } },
};

const PAGING_HEADERS = {
  'X-Total-Count': { description: 'How many entries there are, if `limit` is set.', schema: integer() },
  Link: {
    description: 'The first, previous, next, and last page, if `limit` is set.',
    schema: { type: 'string' as const },
  },
};

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function fileResponse(hasFormats: boolean): OpenApiResponse {
  return {
    description: 'A file.',
    content: {
      'text/csv': { schema: { type: 'string' } },
      ...(hasFormats ? { [XLSX]: { schema: { type: 'string', format: 'binary' } } } : {}),
    },
  };
}

function integer(): JsonSchema {
  return { type: 'integer' };
}

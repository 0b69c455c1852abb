import type { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Ability } from '#app/policy/rules.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import type { LinkQuestion } from './link-questions.ts';
import type { ExpectedVersions } from '#app/lib/versions.ts';

/** What an endpoint's handler receives, authenticated and parsed. */
export interface EndpointCall<Params, Query, Body> {
  readonly ctx: Ctx;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The versions in If-Match; null without the header. */
  readonly ifMatch: ExpectedVersions;
  readonly request: Request;
  /** The client's address according to the trusted proxies. */
  readonly clientAddress: string;
  /** Every REST call that this server has. */
  readonly restCalls: () => Promise<readonly RestCall[]>;
}

/** A handler's result. `version` becomes the ETag, `total` the paging headers. */
export interface EndpointResult<Body> {
  readonly body: Body;
  /** Overrides the endpoint's status, for calls that either create (201) or replace (200). */
  readonly status?: 200 | 201;
  readonly version?: number;
  readonly total?: number | null;
  readonly headers?: HeadersInit;
}

/** Who may call an endpoint: everyone, signed-in users, or those with an ability, which its service checks. */
export type Access = Ability | 'public' | 'signedIn';

/** How the API reference describes an endpoint. */
export interface Operation {
  /** Unique. Names the method in generated clients, so it must not change. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** A valid body for the examples. A text like `$USER_ID` stands for an ID. */
  readonly example?: object;
  /** The body's schema, if the handler parses the body or `body` hides its fields. */
  readonly body?: z.ZodType;
  /** Whether the response has an ETag, and PATCH and DELETE accept If-Match. */
  readonly hasVersion?: boolean;
  /** Whether a POST accepts If-Match, too. */
  readonly acceptsIfMatch?: boolean;
  /** Another status of success. */
  readonly otherStatus?: 200 | 201;
  /** Other request headers that the endpoint reads, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** By default a session, or nothing if the endpoint is open. */
  readonly security?: 'bounceToken';
}

export interface Endpoint<Params, Query, Body, Output> {
  /** What an access token needs: by default EXPORT for files, READ for other GETs, else MANAGE. Null refuses all. */
  readonly scope?: TokenScope | null;
  /** Required for REST calls; calls of screens have none. */
  readonly operation?: Operation;
  readonly ability: Access;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Allows many more fields, for bodies that contain a list of students. */
  readonly hasStudents?: boolean;
  /** 200 by default. 204 sends no body. */
  readonly status?: 200 | 201 | 204;
  readonly response?: z.ZodType<Output>;
  /** The response is a file, CSV or an Excel workbook, instead of JSON. */
  readonly isFile?: boolean;
  /** For a GET that records something (decisions, section 3): links from outside our pages ask this first. */
  readonly confirmLink?: LinkQuestion;
  handle(call: EndpointCall<Params, Query, Body>): Promise<EndpointResult<Output> | Response | void>;
}

/** An endpoint with erased types. The wrapper parses the input before it calls `handle`. */
export interface AnyEndpoint {
  readonly scope?: TokenScope | null;
  /** Required for REST calls; calls of screens have none. */
  readonly operation?: Operation;
  readonly ability: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly hasStudents?: boolean;
  readonly status?: 200 | 201 | 204;
  readonly response?: z.ZodType;
  readonly isFile?: boolean;
  readonly confirmLink?: LinkQuestion;
  handle(call: EndpointCall<never, never, never>): Promise<EndpointResult<unknown> | Response | void>;
}

/** A REST call as the build serves it. `path` is below /api/, like 'users/{id}'. */
export interface RestCall {
  readonly method: string;
  readonly path: string;
  readonly endpoint: AnyEndpoint;
}

/** Returns the scope that an access token needs; null if only people may call it. */
export function scopeOf({ scope, isFile }: AnyEndpoint, method: string): TokenScope | null {
  if (scope !== undefined) return scope;
  if (isFile === true) return 'EXPORT';
  return method === 'GET' ? 'READ' : 'MANAGE';
}

/** Infers a handler's types from its schemas. */
export function endpoint<Params = unknown, Query = unknown, Body = unknown, Output = unknown>(
  definition: Endpoint<Params, Query, Body, Output>,
): AnyEndpoint {
  return definition;
}

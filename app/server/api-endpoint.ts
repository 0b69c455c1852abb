import type { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Ability } from '#app/policy/rules.ts';
import type { LinkQuestion } from './ask-first.ts';
import type { LoadContext } from './load-context.server.ts';
import type { ExpectedVersions } from '#app/lib/versions.ts';

/** What an endpoint's handler is given once the request is authenticated and parsed. */
export interface Call<Params, Query, Body> {
  readonly ctx: Ctx;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The version named by If-Match; null when the caller did not ask. */
  readonly ifMatch: ExpectedVersions;
  readonly request: Request;
  readonly loadContext: LoadContext;
}

/** An answer in the words of HTTP; `version` becomes the ETag, `total` the paging headers. */
export interface Answer<Body> {
  readonly body: Body;
  /** Where one call answers in two ways: 201 made, 200 replaced. The endpoint's status unless told. */
  readonly status?: 200 | 201;
  readonly version?: number;
  readonly total?: number | null;
  readonly headers?: HeadersInit;
}

/** Who an endpoint is for: an ability that its service asks, or open to all or to those signed in. */
export type Access = Ability | 'open' | 'signedIn';

export interface Endpoint<Params, Query, Body, Output> {
  readonly ability: Access;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** True where a body may hold a class of students: it may have many more fields than any other. */
  readonly hasStudents?: boolean;
  /** 200 unless told; 204 sends no body. */
  readonly status?: 200 | 201 | 204;
  readonly answer?: z.ZodType<Output>;
  /**
   * For a GET that records something (decisions, section 3): refused for other sites, and the question for links that
   * don't come from our own pages.
   */
  readonly asksFirst?: LinkQuestion;
  /** Calls one service. A Response is sent as it is: files, redirects. */
  handle(call: Call<Params, Query, Body>): Promise<Answer<Output> | Response | void>;
}

/** An endpoint whose types are known only to itself; the wrapper parses before it calls. */
export interface AnyEndpoint {
  readonly ability: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly hasStudents?: boolean;
  readonly status?: 200 | 201 | 204;
  readonly answer?: z.ZodType;
  readonly asksFirst?: LinkQuestion;
  handle(call: Call<never, never, never>): Promise<Answer<unknown> | Response | void>;
}

/** Ties an endpoint's schemas to its handler's types. */
export function endpoint<Params = unknown, Query = unknown, Body = unknown, Output = unknown>(
  definition: Endpoint<Params, Query, Body, Output>,
): AnyEndpoint {
  return definition;
}

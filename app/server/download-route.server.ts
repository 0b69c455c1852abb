import { apiRoute } from './api-route.server.ts';
import { type EndpointCall, endpoint, type Endpoint } from './api-endpoint.ts';
import { type CsvFile, csvResponse } from './csv-response.ts';

interface Download<Params, Query> extends Pick<
  Endpoint<Params, Query, unknown, unknown>,
  'ability' | 'params' | 'query'
> {
  readonly asksFirst: NonNullable<Endpoint<Params, Query, unknown, unknown>['asksFirst']>;
  file(call: EndpointCall<Params, Query, unknown>): Promise<CsvFile>;
}

export function downloadRoute<Params = unknown, Query = unknown>({
  file,
  ...definition
}: Download<Params, Query>) {
  return apiRoute({
    GET: endpoint<Params, Query>({
      ...definition,
      handle: async (call) => csvResponse(call.request, await file(call)),
    }),
  });
}

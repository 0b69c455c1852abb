import { apiRoute } from './api-route.server.ts';
import { endpoint, type Endpoint, type EndpointCall, type Operation } from './api-endpoint.ts';

interface Download<Params, Query> extends Pick<
  Endpoint<Params, Query, unknown, unknown>,
  'ability' | 'params' | 'query'
> {
  readonly operation: Operation;
  readonly confirmLink: NonNullable<Endpoint<Params, Query, unknown, unknown>['confirmLink']>;
  file(call: EndpointCall<Params, Query, unknown>): Promise<DownloadedFile>;
}

/** Makes a REST call that responds with a file. A link from another site needs a confirmation first. */
export function downloadRoute<Params = unknown, Query = unknown>({
  file,
  ...definition
}: Download<Params, Query>) {
  return apiRoute({
    GET: endpoint<Params, Query>({
      ...definition,
      isFile: true,
      handle: async (call) => fileResponse(call.request, await file(call)),
    }),
  });
}

interface DownloadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** Responds with a file, which must not be cached or prefetched, because it is recorded as a download. */
export async function fileResponse(request: Request, file: DownloadedFile): Promise<Response> {
  const headers = {
    'Content-Type': file.contentType,
    'Content-Disposition': `attachment; filename="${file.fileName}"`,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  };
  if (request.method === 'HEAD') {
    await file.stream.cancel();
    return new Response(null, { headers });
  }
  return new Response(file.stream, { headers });
}

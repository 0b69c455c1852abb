/** A file on its way to the reader. */
export interface CsvFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * A download under its file name. It must not be cached or prefetched, because it counts as downloaded.
 * HEAD doesn't read the file.
 */
export async function csvResponse(request: Request, file: CsvFile): Promise<Response> {
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

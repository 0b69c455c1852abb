export interface CsvFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** A file download. Must not be cached or prefetched, because it is recorded as a download. */
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

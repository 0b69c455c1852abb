/** A file on its way to the reader. */
export interface CsvFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * A file to save under its name; nothing on the way may keep it, nor a proxy take it in advance: what the reader never
 * received would count as downloaded. Whoever asks for its head alone (HEAD) takes nothing: the file is let go of unread.
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

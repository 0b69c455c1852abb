interface ImmutableFile {
  readonly body: string | Uint8Array;
  readonly type: string;
  /** Changes with the body. */
  readonly hash: string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Responds with a file that browsers may keep for a year if the URL has its hash, as in `?v=HASH`. */
export function immutableFile(request: Request, { body, type, hash }: ImmutableFile): Response {
  const isExact = new URL(request.url).searchParams.get('v') === hash;
  return new Response(typeof body === 'string' ? body : Uint8Array.from(body), {
    headers: {
      'Content-Type': type,
      'Cache-Control': isExact ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    },
  });
}

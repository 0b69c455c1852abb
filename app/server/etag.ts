/** The strong ETag of a version of one thing. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The version that If-Match names; null without the header or for `*`; -1, which matches nothing, for anything else. */
export function ifMatchVersion(request: Request): number | null {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(header);
  return match?.[1] === undefined ? -1 : Number(match[1]);
}

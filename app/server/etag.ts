import type { ExpectedVersions } from '#app/lib/versions.ts';

/** The strong ETag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/**
 * The versions in If-Match (RFC 9110, 13.1.1); null without it or for `*`, empty for malformed or foreign tags. Weak
 * tags count, because a compressing proxy may have weakened them.
 */
export function ifMatchVersions(request: Request): ExpectedVersions {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  if (!TAGS.test(header)) return [];
  return [...header.matchAll(/"(\d{1,9})"/g)].map(([, version]) => Number(version));
}

import type { ExpectedVersions } from '#app/lib/versions.ts';

/** The strong ETag of a version of one thing. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/**
 * The versions that If-Match names (RFC 9110, 13.1.1), any of which will do; null without the header or for `*`, which any
 * stored version meets; none, which nothing meets, for what is malformed or no tag of ours. A proxy that compresses may have
 * made a tag of ours weak: it still names its version.
 */
export function ifMatchVersions(request: Request): ExpectedVersions {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  if (!TAGS.test(header)) return [];
  return [...header.matchAll(/"(\d{1,9})"/g)].map(([, version]) => Number(version));
}

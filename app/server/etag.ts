import type { ExpectedVersions } from '#app/lib/versions.ts';

/** The strong ETag of a version of one thing. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^[\s,]*${TAG}(?:\s*,[\s,]*${TAG})*[\s,]*$`);

/**
 * The versions in If-Match (RFC 9110, 13.1.1), any of which matches. Null without the header or for `*`; empty, which
 * never matches, for malformed or foreign tags. A weak tag counts, because a compressing proxy may have weakened it.
 */
export function ifMatchVersions(request: Request): ExpectedVersions {
  const header = request.headers.get('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  if (!TAGS.test(header)) return [];
  return [...header.matchAll(/"(\d{1,9})"/g)].map(([, version]) => Number(version));
}

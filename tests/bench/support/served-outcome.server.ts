import type { Settings } from '#app/config/env.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { outcomeOf } from '#tests/contract/screen-outcome.server.ts';
import type { RestResponse } from '#tests/support/rest-client.server.ts';

interface Expected {
  /** In the notation of screen-outcomes.ts. */
  readonly expected: string;
  readonly returnTo: string;
}

const PAGE_NOT_FOUND = 'Check the address. The page may have been removed, or you may not have access to it.';
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

/** Null if the response is as expected, else the response. Pages match if they contain the expected sentence. */
export async function servedOutcome(
  response: RestResponse,
  settings: Settings,
  { expected, returnTo }: Expected,
): Promise<string | null> {
  const { status, body, headers } = response;
  if (typeof body !== 'string' || headers.get('Location') !== null) {
    const found = await outcomeOf(response, settings, returnTo);
    return found === expected ? null : found;
  }
  const [wanted, ...sentences] = statusAndSentences(expected);
  const text = body
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  return status === wanted && sentences.some((sentence) => text.includes(sentence))
    ? null
    : `${status}: ${text.slice(0, 200)}`;
}

/** The status and sentences, one of which the page must contain: unknown paths and missing records differ. */
function statusAndSentences(expected: string): [status: number, ...sentences: string[]] {
  if (expected === 'page') return [200, ''];
  if (expected === 'not theirs') return [403, new Forbidden().message];
  if (expected === 'nothing here') return [404, new NotFound().message, PAGE_NOT_FOUND];
  const [, status = '0', sentence = ''] = /^(\d{3})(?:: (.*))?$/s.exec(expected) ?? [];
  return [Number(status), sentence];
}

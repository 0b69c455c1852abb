import type { Settings } from '#app/config/env.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { isRecord } from '#app/lib/records.ts';
import { readFlash } from '#app/server/flash.server.ts';
import { loginPath } from '#app/lib/urls/redirect-paths.ts';
import type { RestResponse } from '#tests/support/rest-client.server.ts';

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** A screen's response in the notation of screen-outcomes.ts. Ids become ':id', and queries are omitted. */
export async function outcomeOf(
  response: RestResponse,
  settings: Settings,
  returnTo: string,
): Promise<string> {
  const { status, headers, body } = response;
  const location = headers.get('Location');
  if (location !== null) {
    if (location === loginPath(returnTo)) return 'login';
    const [to = ''] = location.replace(ID, ':id').split('?');
    const message = await messageOf(headers, settings);
    if (message !== '') return `→ ${to}: ${message}`;
    return location === returnTo ? '→ here' : `→ ${to}`;
  }
  const sentence = sentenceIn(refusalIn(body));
  if (status < 300 && sentence === null) return 'page';
  if (status === 403 && sentence === new Forbidden().message) return 'not theirs';
  if (status === 404 && sentence === new NotFound().message) return 'nothing here';
  return sentence === null ? String(status) : `${status}: ${sentence}`;
}

async function messageOf(headers: Headers, settings: Settings): Promise<string> {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const request = new Request(settings.appUrl, { headers: { Cookie: cookies.join('; ') } });
  const { messages } = await readFlash(request, settings);
  return messages.map(({ text }) => text).join(' ');
}

/** The refusal in the body of a page, a loader, an action, or a call. Null if there is none. */
function refusalIn(body: unknown): unknown {
  if (!isRecord(body)) return null;
  if (!('loaderData' in body)) return 'statusCode' in body ? body : null;
  const { errors, actionData, loaderData } = body;
  const failed = isRecord(errors)
    ? Object.values(errors).map((error) => isRecord(error) && error['data'])
    : [];
  const listed = isRecord(loaderData)
    ? Object.values(loaderData).map((data) => isRecord(data) && data['refusal'])
    : [];
  return [...failed, ...(isRecord(actionData) ? Object.values(actionData) : []), ...listed];
}

function sentenceIn(refusal: unknown): string | null {
  if (typeof refusal === 'string') return refusal;
  const parts = Array.isArray(refusal) ? refusal : isRecord(refusal) ? spokenParts(refusal) : [];
  for (const part of parts) {
    const sentence = sentenceIn(part);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** The parts of error bodies, form replies, and screen replies that contain sentences. */
function spokenParts({ message, refusal, reply, error }: Record<string, unknown>): unknown[] {
  return [message, refusal, reply, ...(isRecord(error) ? Object.values(error) : [])];
}

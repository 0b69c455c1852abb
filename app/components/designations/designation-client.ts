import type { z } from 'zod';
import { readResponse } from '#app/lib/browser/api-response.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { editingPath, reviewingPath } from '#app/lib/urls/editing-path.ts';
import {
  type DesignationResponse,
  DesignationResponseSchema,
  type DesignationPatch,
} from '#app/schemas/designation.ts';
import {
  type Announce,
  type DraftSave,
  type DraftSaved,
  DraftSavedSchema,
  type EditingResponse,
  EditingResponseSchema,
  type ReviewersResponse,
  ReviewersResponseSchema,
  UnsavedWarningsSchema,
} from '#app/schemas/designation-editing.ts';

/** Returns a designation with its students and version. */
export function fetchDesignation(id: string): Promise<DesignationResponse> {
  return call('GET', `/api/designations/${encodeURIComponent(id)}`, DesignationResponseSchema);
}

/**
 * Changes a designation.
 *
 * @throws {ApiError} with status 412 when the stored version isn't `version`
 */
export function patchDesignation(
  id: string,
  patch: DesignationPatch,
  version: number,
): Promise<DesignationResponse> {
  return call('PATCH', `/api/designations/${encodeURIComponent(id)}`, DesignationResponseSchema, {
    body: patch,
    version,
  });
}

/** A draft's content as typed; the server validates it. */
type TypedDraft = Omit<DraftSave, 'students'> & { readonly students: readonly DraftStudent[] };

/**
 * Saves a draft.
 *
 * @throws {ApiError} with status 412 when the stored version isn't the draft's
 */
export function saveDraftOnServer(id: string, save: TypedDraft): Promise<DraftSaved> {
  return call('PATCH', editingPath(id), DraftSavedSchema, { body: save });
}

/** Returns the warnings about students who aren't stored like this yet, by index. */
export async function fetchUnsavedWarnings(
  id: string,
  students: readonly DraftStudent[],
): Promise<readonly (readonly string[])[]> {
  const path = `/designate/warnings/${encodeURIComponent(id)}`;
  return (await call('POST', path, UnsavedWarningsSchema, { body: { students } })).warnings;
}

/** Announces that this tab has the designation open. */
export function announceEditor(id: string, tab: Announce): Promise<EditingResponse> {
  return call('POST', editingPath(id), EditingResponseSchema, { body: tab });
}

/** Announces that this tab has the designation open for review. Returns its state and who else reviews it. */
export function announceReviewer(id: string, tab: Announce): Promise<ReviewersResponse> {
  return call('POST', reviewingPath(id), ReviewersResponseSchema, { body: tab });
}

/** Browsers limit keepalive requests to 64 KiB in total. */
const OUTLIVING_BYTES = 60_000;
const TIMEOUT_MS = 30_000;

interface Sent {
  readonly body?: object;
  readonly version?: number;
}

/**
 * Sends a JSON request with the session cookie. Small bodies use keepalive, so they arrive even if the page closes.
 *
 * @throws {ApiError} when the server returned an error
 * @throws {ResponseMismatch} when the data doesn't match `schema`
 */
async function call<Schema extends z.ZodType>(
  method: 'GET' | 'PATCH' | 'POST',
  path: string,
  schema: Schema,
  { body, version }: Sent = {},
): Promise<z.output<Schema>> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (version !== undefined) headers.set('If-Match', `"${version}"`);
  const sent = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    body: sent,
    keepalive: sent !== undefined && sent.byteLength <= OUTLIVING_BYTES,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return readResponse(response, schema);
}

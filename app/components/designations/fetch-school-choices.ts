import { ResponseMismatch, readResponse } from '#app/lib/browser/api-response.ts';
import { type SchoolChoice, SchoolChoicesSchema } from '#app/schemas/school-choices.ts';

/**
 * Returns the schools whose names contain the text; empty if the server is unreachable, because a typed name suffices.
 * @throws {ResponseMismatch} when the response doesn't match its schema
 */
export async function fetchSchoolChoices(name: string, signal: AbortSignal): Promise<SchoolChoice[]> {
  try {
    const response = await fetch(`/designations/schools?${new URLSearchParams({ name }).toString()}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    return (await readResponse(response, SchoolChoicesSchema)).schools;
  } catch (error) {
    if (error instanceof ResponseMismatch) throw error;
    return [];
  }
}

import { AnswerMismatch, readAnswer } from '#app/lib/browser/api-answer.ts';
import type { RememberedColumns } from '#app/lib/student-csv/student-csv-mapping.ts';
import { ImportMappingSchema } from '#app/schemas/import-mapping.ts';

const addressOf = (highSchoolId: string) => `/designate/import-mapping/${encodeURIComponent(highSchoolId)}`;

/**
 * Returns the school's remembered column choices; empty if the server is unreachable, because the user can choose
 * again.
 * @throws {AnswerMismatch} when the response doesn't match its schema
 */
export async function fetchRememberedColumns(highSchoolId: string): Promise<RememberedColumns> {
  try {
    const response = await fetch(addressOf(highSchoolId), { headers: { Accept: 'application/json' } });
    return (await readAnswer(response, ImportMappingSchema)).columns;
  } catch (error) {
    if (error instanceof AnswerMismatch) throw error;
    return {};
  }
}

/** Saves column choices for the school. Returns whether that succeeded. */
export async function rememberColumns(highSchoolId: string, columns: RememberedColumns): Promise<boolean> {
  if (Object.keys(columns).length === 0) return true;
  try {
    const response = await fetch(addressOf(highSchoolId), {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ columns }),
      keepalive: true,
    });
    return response.ok;
  } catch {
    return false;
  }
}

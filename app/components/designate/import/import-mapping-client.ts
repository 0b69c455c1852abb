import { AnswerMismatch, readAnswer } from '#app/lib/browser/api-answer.ts';
import type { RememberedColumns } from '#app/lib/student-csv/student-csv-mapping.ts';
import { ImportMappingSchema } from '#app/schemas/import-mapping.ts';

const addressOf = (highSchoolId: string) => `/designate/import-mapping/${encodeURIComponent(highSchoolId)}`;

/**
 * What the school's headers meant before; nothing where the server can't be asked, for a person can be asked again.
 *
 * @throws AnswerMismatch when the answer is not what its schema describes
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

/** Remembers what headers mean for the school; whether that was done. */
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

import { AnswerMismatch, readAnswer } from '#app/lib/browser/api-answer.ts';
import type { SchoolChoice } from '#app/schemas/school-choices.ts';

/**
 * The schools with this in their names; none where the server can't be asked, for a typed name is enough.
 *
 * @throws AnswerMismatch when the answer is not what its schema describes
 */
export async function fetchSchoolChoices(name: string, signal: AbortSignal): Promise<SchoolChoice[]> {
  try {
    const response = await fetch(`/designations/schools?${new URLSearchParams({ name }).toString()}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    const { SchoolChoicesSchema } = await import('#app/schemas/school-choices.ts');
    return (await readAnswer(response, SchoolChoicesSchema)).schools;
  } catch (error) {
    if (error instanceof AnswerMismatch) throw error;
    return [];
  }
}

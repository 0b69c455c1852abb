import { AnswerMismatch, readAnswer } from '#app/lib/browser/api-answer.ts';
import { type SchoolChoice, SchoolChoicesSchema } from '#app/schemas/school-choices.ts';

/**
 * Returns the schools whose names contain the text; empty if the server is unreachable, because a typed name suffices.
 * @throws {AnswerMismatch} when the response doesn't match its schema
 */
export async function fetchSchoolChoices(name: string, signal: AbortSignal): Promise<SchoolChoice[]> {
  try {
    const response = await fetch(`/designations/schools?${new URLSearchParams({ name }).toString()}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    return (await readAnswer(response, SchoolChoicesSchema)).schools;
  } catch (error) {
    if (error instanceof AnswerMismatch) throw error;
    return [];
  }
}

import { isRecord } from '#app/lib/records.ts';
import type { SchoolChoice } from '#app/schemas/school-choices.ts';

/** The schools with this in their names; none where that cannot be told, for the page asks which one is meant. */
export async function fetchSchoolChoices(name: string, signal: AbortSignal): Promise<SchoolChoice[]> {
  try {
    const response = await fetch(`/designations/schools?${new URLSearchParams({ name }).toString()}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    const answer: unknown = response.ok ? await response.json() : null;
    const schools: unknown[] = isRecord(answer) && Array.isArray(answer['schools']) ? answer['schools'] : [];
    return schools.filter(isChoice);
  } catch {
    return [];
  }
}

function isChoice(value: unknown): value is SchoolChoice {
  return isRecord(value) && ['id', 'name', 'city'].every((key) => typeof value[key] === 'string');
}

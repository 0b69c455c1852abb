import { createHash } from 'node:crypto';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { STAFF_POSITIONS, type StaffPosition } from '#app/schemas/enums.ts';

/** The same fields for the same choice, in whatever order it was made. */
export function canonicalChoice(choice: AudienceChoice): Record<string, unknown> {
  const positions = 'positions' in choice ? { positions: canonicalPositions(choice.positions) } : {};
  const states = 'states' in choice ? { states: [...new Set(choice.states)].sort() } : {};
  return Object.fromEntries(
    Object.entries({ ...choice, ...positions, ...states })
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** No positions mean every position. */
function canonicalPositions(positions: readonly StaffPosition[]): StaffPosition[] {
  const named = new Set(positions);
  return named.size === STAFF_POSITIONS.length ? [] : [...named].sort();
}

/** A short text that is alike for alike parts alone. */
export function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

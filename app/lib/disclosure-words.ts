import type { Door } from '#app/schemas/enums.ts';

const DOORS: Readonly<Record<Door, string>> = {
  BROWSER: 'Browser',
  REST: 'REST',
  CLI: 'Command line',
  SYSTEM: 'System',
};

const PURPOSES: Readonly<Record<string, string>> = {
  'designation.read': 'Opened the designation',
  'designation.edit': 'Edited the designation',
  'designation.receipt': 'Opened the receipt',
  'designations.download': 'Downloaded as CSV',
  'students.compare': 'Compared with another list',
};

/** By which door the data left. */
export function disclosureDoor(door: Door): string {
  return DOORS[door];
}

/** What was done with the data; a purpose without words says its name. */
export function disclosurePurpose(purpose: string): string {
  return PURPOSES[purpose] ?? purpose;
}

/** What narrowed it, like 'year: 2026, status: PENDING or RETURNED'; '' where that is the designation itself, or nothing. */
export function disclosureFilter(filter: Readonly<Record<string, unknown>>): string {
  return Object.entries(filter)
    .filter(([name]) => name !== 'designationId')
    .map(([name, value]) => `${name}: ${valueWords(value)}`)
    .join(', ');
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(' or ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

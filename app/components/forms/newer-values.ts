import { isRecord } from '#app/lib/records.ts';

/** A field's stored value in the control's format, and its label. */
export interface StoredField {
  readonly value: string;
  readonly label?: string;
}

interface SentForm {
  readonly initialValue?: Record<string, unknown> | null;
}

/**
 * Returns the stored values that differ from the form's after someone else saved first, by field name
 * ('address.city'). Empty if the form has the stored version.
 */
export function findNewerValues<Name extends string>(
  stored: Readonly<Record<Name, StoredField>>,
  version: number,
  reply: SentForm | undefined,
): Partial<Record<Name, string>> {
  const sent = reply?.initialValue;
  if (sent === undefined || sent === null || sent['version'] === String(version)) return {};
  const found: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(stored) as Name[]) {
    const { value, label = value } = stored[name];
    if (sentValue(sent, name) !== value) found[name] = `Currently saved: ${label === '' ? 'nothing' : label}`;
  }
  return found;
}

function sentValue(sent: Record<string, unknown>, name: string): string {
  const value = name
    .split('.')
    .reduce<unknown>((within, part) => (isRecord(within) ? within[part] : undefined), sent);
  return typeof value === 'string' ? value : '';
}

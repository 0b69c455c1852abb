/** Merge fields of templates, with what they contain (decisions, section 6). */
export const MERGE_FIELDS = {
  firstName: "The recipient's first name",
  lastName: "The recipient's last name",
  email: "The recipient's email address",
  schools: "The recipient's schools in this audience, separated by “ & ”",
  year: 'The academic year',
  appName: "The program's name",
  appUrl: 'The address of this site',
  contactEmail: 'The email address for questions',
} as const;
export type MergeField = keyof typeof MERGE_FIELDS;

const FIELD = /\{\{([^{}]*)\}\}/g;

export interface UnknownField {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Returns every occurrence of a field that isn't in `known`, in order. */
export function unknownFields(text: string, known: readonly string[]): UnknownField[] {
  const unknown: UnknownField[] = [];
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(FIELD)) {
    line += text.slice(from, match.index).split('\n').length - 1;
    from = match.index;
    const name = fieldName(match[1]);
    if (!known.includes(name)) unknown.push({ name, line });
  }
  return unknown;
}

/** Returns the position and name of each field, in order. */
export function fieldsIn(text: string): { at: number; end: number; name: string }[] {
  return [...text.matchAll(FIELD)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    name: fieldName(match[1]),
  }));
}

/** Fills every `{{field}}` in one pass, so values that look like fields stay unchanged. Missing values become empty. */
export function fillFields(
  text: string,
  values: Readonly<Record<string, string | undefined>>,
  escape: (value: string) => string,
): string {
  return text.replace(FIELD, (_field, written: string) => {
    const name = fieldName(written);
    return escape(Object.hasOwn(values, name) ? (values[name] ?? '') : '');
  });
}

/** Escapes a value for HTML text and attributes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** Makes a value safe for one line of text: control characters become a space, bidirectional ones are removed. */
export function oneLine(value: string): string {
  return value.replace(/[\u202A-\u202E\u2066-\u2069]+/g, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function fieldName(written = ''): string {
  return written.trim();
}

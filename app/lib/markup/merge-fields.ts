/** The merge fields of templates, with what they are filled with (decisions, section 6). */
export const MERGE_FIELDS = {
  firstName: "The recipient's first name",
  lastName: "The recipient's last name",
  email: "The recipient's email address",
  schools: "The recipient's schools in this audience, joined by ' & '",
  year: 'The academic year',
  appName: "The program's name",
  appUrl: 'Where people sign in',
  contactEmail: 'The contact address',
} as const;
export type MergeField = keyof typeof MERGE_FIELDS;

const FIELD = /\{\{([^{}]*)\}\}/g;

export interface UnknownField {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** The fields of a text that are none of `known`, each place of theirs, in order. */
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

/** Where a text has fields, with their names, in order. */
export function fieldsIn(text: string): { at: number; end: number; name: string }[] {
  return [...text.matchAll(FIELD)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    name: fieldName(match[1]),
  }));
}

/**
 * Fills every `{{field}}` of a text in one pass, so that a value that looks like a field stays as it is. `escape` makes a
 * value fit for where it goes, like `escapeHtml`; fields without a value become empty.
 */
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

/** For values that go into HTML, in text and in attributes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/**
 * For values that go into a header or plain text of one line: line breaks and other controls become a space, what would turn the text
 * around it is left out.
 */
export function oneLine(value: string): string {
  return value.replace(/[\u202A-\u202E\u2066-\u2069]+/g, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** `{{ firstName }}` is the field firstName. */
function fieldName(written = ''): string {
  return written.trim();
}

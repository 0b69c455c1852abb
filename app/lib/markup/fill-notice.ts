import { fillFields, oneLine, unknownFields } from './merge-fields.ts';

export interface EmailText {
  readonly subject: string;
  readonly body: string;
}

/** An optional part, included only if all its merge fields have values, like `[[ by {{correctionsDue}}]]`. */
const OPTIONAL_PART = /\[\[([^[\]]*)\]\]/g;

/** A merge field and the space before it, such as a last name that someone doesn't have. */
const SPACED_FIELD = / \{\{([^{}]*)\}\}/g;

/** Returns what is wrong with the brackets of optional parts; null if they are valid. */
export function optionalPartsProblem(text: string): string | null {
  return /\[\[|\]\]/.test(text.replace(OPTIONAL_PART, ''))
    ? "An optional part begins with [[, ends with ]], and can't contain other square brackets."
    : null;
}

/** Returns the text with all optional parts included and its merge fields unfilled. */
export function withOptionalParts(text: string): string {
  return text.replace(OPTIONAL_PART, '$1');
}

/**
 * Fills an automatic email's merge fields in one pass, so values that look like fields stay unchanged. Optional parts
 * without values are dropped, and so are paragraphs left empty, and the space before an empty value.
 */
export function fillNotice(
  { subject, body }: EmailText,
  values: Readonly<Record<string, string>>,
): EmailText {
  const withValues = (text: string) =>
    text
      .replace(OPTIONAL_PART, (_whole, part: string) =>
        unknownFields(part, []).every(({ name }) => valueOf(values, name) !== '') ? part : '',
      )
      .replace(SPACED_FIELD, (field, name: string) => (values[name.trim()] === '' ? '' : field));
  return {
    subject: oneLine(fillFields(withValues(subject), values, unchanged)).trim(),
    body: fillFields(
      withValues(body)
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
      values,
      unchanged,
    ),
  };
}

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

function unchanged(value: string): string {
  return value;
}

/** Joins subject and body, to check whether a text is still the one shown. */
export function joinedEmail({ subject, body }: EmailText): string {
  return `${subject}\n\n${body}`;
}

/** Returns whether subject and body are equal. */
export function isSameEmail(one: EmailText, other: EmailText): boolean {
  return one.subject === other.subject && one.body === other.body;
}

/** Returns why a reviewer's text can't be sent: emails about decisions have no merge fields. Null if it has none. */
export function mergeFieldProblem(text: string): string | null {
  const names = [...new Set(unknownFields(text, []).map(({ name }) => `{{${name}}}`))];
  if (names.length === 0) return null;
  return `${names.join(', ')} won't be filled in here. Type the actual text instead.`;
}

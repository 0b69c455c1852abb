import { fillFields, oneLine, unknownFields } from './merge-fields.ts';

/** A subject and a body in plain text, which may have merge fields. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

/** A part that stands only where every merge field in it has a value, like `[[ by {{correctionsDue}}]]`. */
const OPTIONAL_PART = /\[\[([^[\]]*)\]\]/g;

/** What is wrong with the optional parts of a text; null where nothing is. */
export function optionalPartsProblem(text: string): string | null {
  return /\[\[|\]\]/.test(text.replace(OPTIONAL_PART, ''))
    ? 'An optional part begins with [[ and ends with ]], and contains no other brackets.'
    : null;
}

/** The text with every optional part in it, its merge fields still to be filled. */
export function withOptionalParts(text: string): string {
  return text.replace(OPTIONAL_PART, '$1');
}

/**
 * A notice with its merge fields filled, as plain text, in one pass: a value that looks like a field stays as it is. Optional parts
 * that lack a value are left out, and with them the paragraph that nothing else stands in.
 */
export function fillNotice({ subject, body }: MailText, values: Readonly<Record<string, string>>): MailText {
  const withValues = (text: string) =>
    text.replace(OPTIONAL_PART, (_whole, part: string) =>
      unknownFields(part, []).every(({ name }) => valueOf(values, name) !== '') ? part : '',
    );
  return {
    subject: oneLine(fillFields(withValues(subject), values, asItIs)).trim(),
    body: fillFields(
      withValues(body)
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
      values,
      asItIs,
    ),
  };
}

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

function asItIs(value: string): string {
  return value;
}

/** Both parts in one, to tell whether a text is still the one that was shown. */
export function joinedMail({ subject, body }: MailText): string {
  return `${subject}\n\n${body}`;
}

/** Whether two texts say the same. */
export function isSameMail(one: MailText, other: MailText): boolean {
  return one.subject === other.subject && one.body === other.body;
}

/** Why a reviewer's text cannot be sent: a decision's email has no merge fields. Null where it has none. */
export function mergeFieldProblem(text: string): string | null {
  const names = [...new Set(unknownFields(text, []).map(({ name }) => `{{${name}}}`))];
  if (names.length === 0) return null;
  return names.length === 1
    ? `${names.join('')} isn’t filled in here. Write the text itself.`
    : `${names.join(', ')} aren’t filled in here. Write the texts themselves.`;
}

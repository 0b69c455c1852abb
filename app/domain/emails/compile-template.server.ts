import type { Settings } from '#app/config/env.server.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import {
  escapeHtml,
  fillFields,
  MERGE_FIELDS,
  type MergeField,
  oneLine,
} from '#app/lib/markup/merge-fields.ts';
import type { EmailTemplateResponse, MergeValues, PreviewResponse, Recipient } from '#app/schemas/email.ts';
import { fieldProblems, problemsAt, PROBLEMS_MAX, type TemplateProblem } from './check-markup.ts';
import { splitMarkup, splitText, fillMarkup, fillText } from './fill-markup.ts';
import { urlsIn, linkError } from './email-links.ts';
import { type RenderedMjml, renderMjml } from './render-mjml.server.ts';
import { textOfHtml } from './text-of-html.ts';

export type TemplateContent = Pick<EmailTemplateResponse, 'subject' | 'body' | 'richText'>;

export interface CompiledTemplate {
  /** Fills the merge fields for one recipient. Fast; fields without a value become empty. */
  render(values: MergeValues): PreviewResponse;
}

export interface InspectedTemplate {
  /** Null if there are problems. */
  readonly compiled: CompiledTemplate | null;
  /** What prevents the email from being sent: first in the subject, then in the body, by line. */
  readonly problems: readonly (TemplateProblem & { readonly field: 'subject' | 'body' })[];
  /** What MJML doesn't know and ignores in the body. */
  readonly warnings: readonly TemplateProblem[];
}

const TEMPLATE_FIELDS: readonly string[] = Object.keys(MERGE_FIELDS);

/**
 * Compiles a template once for all its emails (decisions, section 6). An empty body compiles to empty emails.
 *
 * @throws {Invalid} listing unknown merge fields, invalid MJML, includes, files, and URLs that aren't allowed
 */
export async function compileTemplate(template: TemplateContent): Promise<CompiledTemplate> {
  const { compiled, problems } = await inspectTemplate(template);
  if (compiled === null) throw new Invalid(problems.map(issueOf));
  return compiled;
}

/** Checks a template, and compiles it if there are no problems. */
export async function inspectTemplate({
  subject,
  body,
  richText,
}: TemplateContent): Promise<InspectedTemplate> {
  const isEmpty = body.trim() === '';
  const made = richText && !isEmpty ? await renderMjml(body) : plainEmail(body);
  const problems = [
    ...fieldProblems(subject, TEMPLATE_FIELDS).map((problem) => ({ ...problem, field: 'subject' as const })),
    ...[...fieldProblems(body, TEMPLATE_FIELDS), ...made.problems]
      .sort((one, other) => one.line - other.line)
      .map((problem) => ({ ...problem, field: 'body' as const })),
  ];
  const compiled =
    problems.length > 0 || made.html === null
      ? null
      : compiledOf(subject, made.html, richText ? textOfHtml(made.html) : body.trim());
  return { compiled, problems, warnings: made.warnings };
}

/** Converts a problem to an issue whose message includes the line. */
export function issueOf({ field, line, message }: InspectedTemplate['problems'][number]): Issue {
  return { path: [field], message: field === 'body' ? `Line ${line}: ${message}` : message };
}

function plainEmail(body: string): RenderedMjml {
  return { html: htmlOfPlainText(body), problems: plainTextProblems(body), warnings: [] };
}

function compiledOf(subject: string, html: string, text: string): CompiledTemplate {
  const markup = splitMarkup(html);
  const cut = splitText(text);
  return {
    render: (values) => ({
      subject: oneLine(fillFields(subject, values, (value) => value)).trim(),
      html: fillMarkup(markup, values),
      text: fillText(cut, values),
    }),
  };
}

/** Returns the values of all merge fields for a recipient (decisions, section 6). */
export function mergeValuesOf(
  { email, firstName, lastName, schools }: Recipient,
  { year, settings }: { year: number | null; settings: Settings },
): Record<MergeField, string> {
  return {
    firstName,
    lastName,
    email,
    schools: schools.join(' & '),
    year: year === null ? '' : String(year),
    appName: settings.appName,
    appUrl: settings.appUrl,
    contactEmail: settings.contactEmail,
  };
}

/** Finds problems with URLs in plain text, which become links. */
export function plainTextProblems(text: string): TemplateProblem[] {
  const errors = urlsIn(text).flatMap(({ at, url }) => {
    const error = linkError(url);
    return error === null ? [] : [{ at, message: `${url}: ${error}` }];
  });
  return problemsAt(text, errors.slice(0, PROBLEMS_MAX));
}

/** Returns the HTML version of a plain text email. Its merge fields aren't filled yet. */
export function htmlOfPlainText(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p style="margin:0 0 16px">${paragraph.split('\n').map(lineOf).join('<br>\n')}</p>`);
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:16px"><div style="max-width:600px;font:16px/1.5 Arial,sans-serif">',
    ...paragraphs,
    '</div></body></html>',
  ].join('\n');
}

function lineOf(line: string): string {
  const html: string[] = [];
  let from = 0;
  for (const { at, url: written } of urlsIn(line)) {
    const url = escapeHtml(written);
    html.push(escapeHtml(line.slice(from, at)), `<a href="${url}">${url}</a>`);
    from = at + written.length;
  }
  html.push(escapeHtml(line.slice(from)));
  return html.join('').replace(/^ +/, (blanks) => '&#160;'.repeat(blanks.length));
}

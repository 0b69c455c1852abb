import { type Issue, Invalid } from '#app/lib/domain-errors.ts';
import { fillFields, MERGE_FIELDS, oneLine } from '#app/lib/merge-fields.ts';
import type { EmailTemplateAnswer, MergeValues } from '#app/schemas/email.ts';
import type { TemplateProblem } from './check-markup.ts';
import { cutMarkup, cutWords, fillMarkup, fillWords } from './fill-markup.ts';
import { htmlOfPlainText, plainTextProblems } from './plain-mail.ts';
import { renderMjml, type RenderedMjml } from './render-mjml.server.ts';
import { fieldProblems } from './template-fields.ts';
import { textOfHtml } from './text-of-html.ts';

/** What of a template its mails are made of. */
export type TemplateContent = Pick<EmailTemplateAnswer, 'subject' | 'body' | 'richText'>;

export interface RenderedMail {
  /** One line, whatever the values hold. */
  readonly subject: string;
  /** A whole document. */
  readonly html: string;
  readonly text: string;
}

export interface CompiledTemplate {
  /** A mail with its merge fields filled: quick, to be called for each recipient. Fields without a value become empty. */
  render(values: MergeValues): RenderedMail;
}

export interface InspectedTemplate {
  /** Null where there are problems. */
  readonly compiled: CompiledTemplate | null;
  /** What must be mended before a mail may leave: the subject's, then the body's by their lines. */
  readonly problems: readonly (TemplateProblem & { readonly field: 'subject' | 'body' })[];
  /** What in the body MJML does not know and leaves out. */
  readonly warnings: readonly TemplateProblem[];
}

/** Fields that `render` may be asked to fill. */
const TEMPLATE_FIELDS: readonly string[] = Object.keys(MERGE_FIELDS);

/**
 * Makes a template ready for its emails, once for all of them (decisions, section 6). An empty body gives empty emails.
 *
 * @throws {Invalid} with the lines, for unknown merge fields, MJML that cannot be read, includes, files, and addresses other than links
 * and https images
 */
export async function compileTemplate(template: TemplateContent): Promise<CompiledTemplate> {
  const { compiled, problems } = await inspectTemplate(template);
  if (compiled === null) throw new Invalid(problems.map(issueOf));
  return compiled;
}

/** Throws as `compileTemplate`. */
export async function assertSendable(template: TemplateContent): Promise<void> {
  await compileTemplate(template);
}

/** What is wrong with a template, and what it makes where nothing is. */
export async function inspectTemplate({
  subject,
  body,
  richText,
}: TemplateContent): Promise<InspectedTemplate> {
  const isEmpty = body.trim() === '';
  const made = richText && !isEmpty ? await renderMjml(body) : plainMail(body);
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

/** A problem as the fault of an input, in words that name the line. */
export function issueOf({ field, line, message }: InspectedTemplate['problems'][number]): Issue {
  return { path: [field], message: field === 'body' ? `Line ${line}: ${message}` : message };
}

function plainMail(body: string): RenderedMjml {
  return { html: htmlOfPlainText(body), problems: plainTextProblems(body), warnings: [] };
}

function compiledOf(subject: string, html: string, text: string): CompiledTemplate {
  const markup = cutMarkup(html);
  const words = cutWords(text);
  return {
    render: (values) => ({
      subject: oneLine(fillFields(subject, values, (value) => value)).trim(),
      html: fillMarkup(markup, values),
      text: fillWords(words, values),
    }),
  };
}

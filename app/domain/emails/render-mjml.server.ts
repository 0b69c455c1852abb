import { MARKUP_MESSAGES, MJML_MESSAGES } from '#app/messages/markup-messages.ts';
import { markupProblems, PROBLEMS_MAX, type TemplateProblem } from './check-markup.ts';
import { mjmlLimitProblems } from './mjml-limits.ts';
import { mjmlStructureProblems } from './mjml-structure.ts';
import { mjmlProcess, type NotBuilt } from './mjml-process.server.ts';

export interface RenderedMjml {
  /** The merge fields aren't filled yet. Null if there are problems. */
  readonly html: string | null;
  /** What prevents the email from being sent. */
  readonly problems: readonly TemplateProblem[];
  readonly warnings: readonly TemplateProblem[];
}

/** Builds HTML from MJML in a child process. Refuses includes, files, and other addresses, so nothing is fetched. */
export function renderMjml(source: string): Promise<RenderedMjml> {
  const known = underway.get(source);
  if (known !== undefined) return known;
  const rendered = render(source).finally(() => underway.delete(source));
  underway.set(source, rendered);
  return rendered;
}

/** Builds in progress by source, shared by concurrent calls. */
const underway = new Map<string, Promise<RenderedMjml>>();

async function render(source: string): Promise<RenderedMjml> {
  const problems = problemsOf(source);
  if (problems.length > 0) return { html: null, problems, warnings: [] };
  const built = await mjmlProcess.build(withPlainQuotes(source));
  if (typeof built === 'string')
    return { html: null, problems: [{ line: 1, message: NOT_BUILT[built] }], warnings: [] };
  const { errors } = built;
  const html = built.html.replace(UNSTATED_LANGUAGE, '<html lang="en"');
  const warnings = errors.map(({ line, message, tagName }) => ({ line, message: `${tagName}: ${message}.` }));
  const refused = markupProblems(html).map(({ message }) => ({
    line: 1,
    message: MARKUP_MESSAGES.resultRefused(message),
  }));
  return { html: refused.length > 0 ? null : html, problems: refused, warnings };
}

/** What MJML writes for a template without a language. Screen readers need one to pronounce the text. */
const UNSTATED_LANGUAGE = '<html lang="und"';

const NOT_BUILT: Readonly<Record<NotBuilt, string>> = {
  unreadable: MJML_MESSAGES.unreadable,
  'too much': MJML_MESSAGES.tooMuch,
};

/** Checks limits first, because a source that exceeds one may have many other errors. */
function problemsOf(source: string): TemplateProblem[] {
  const limits = mjmlLimitProblems(source);
  if (limits.length > 0) return limits;
  return [...markupProblems(source), ...mjmlStructureProblems(source)]
    .sort((one, other) => one.line - other.line)
    .slice(0, PROBLEMS_MAX);
}

/** Encodes double quotes in `alt='…"…'` and in titles, because MJML outputs the values in double quotes. */
function withPlainQuotes(source: string): string {
  return source
    .replace(
      /(<mj-title>)([^<]*)/gi,
      (_title, tag: string, text: string) => tag + text.replaceAll('"', '&quot;'),
    )
    .replace(
      /(\s[\w:-]+\s*=\s*')([^'<>]*)'/g,
      (_attribute, start: string, value: string) => `${start}${value.replaceAll('"', '&quot;')}'`,
    );
}

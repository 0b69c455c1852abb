import { markupProblems, PROBLEMS_MAX, type TemplateProblem } from './check-markup.ts';
import { mjmlLimitProblems } from './mjml-limits.ts';
import { mjmlStructureProblems } from './mjml-structure.ts';
import { mjmlProcess, type NotBuilt } from './mjml-process.server.ts';

export interface RenderedMjml {
  /** With its merge fields still to be filled. Null where there are problems. */
  readonly html: string | null;
  /** What must be mended before the email may be sent. */
  readonly problems: readonly TemplateProblem[];
  /** What MJML does not know and leaves out. */
  readonly warnings: readonly TemplateProblem[];
}

/**
 * HTML from MJML, built in a process of its own for some seconds at most. Nothing is read or fetched for it: includes, files
 * and other addresses are refused before, and the HTML that it makes is checked again.
 */
export function renderMjml(source: string): Promise<RenderedMjml> {
  const known = underway.get(source);
  if (known !== undefined) return known;
  const rendered = render(source).finally(() => underway.delete(source));
  underway.set(source, rendered);
  return rendered;
}

/** What is being built at this moment, by its source: whoever asks for the same waits for it, too. */
const underway = new Map<string, Promise<RenderedMjml>>();

async function render(source: string): Promise<RenderedMjml> {
  const problems = problemsOf(source);
  if (problems.length > 0) return { html: null, problems, warnings: [] };
  const built = await mjmlProcess.build(withPlainQuotes(source));
  if (typeof built === 'string')
    return { html: null, problems: [{ line: 1, message: NOT_BUILT[built] }], warnings: [] };
  const { html, errors } = built;
  const warnings = errors.map(({ line, message, tagName }) => ({ line, message: `${tagName}: ${message}.` }));
  const refused = markupProblems(html).map(({ message }) => ({
    line: 1,
    message: `The resulting HTML can’t be sent. ${message}`,
  }));
  return { html: refused.length > 0 ? null : html, problems: refused, warnings };
}

const NOT_BUILT: Readonly<Record<NotBuilt, string>> = {
  unreadable: 'This MJML can’t be read.',
  'too much': 'This email takes too long to build or becomes too large; make it simpler.',
};

/** Sizes first: where one is passed, the other errors may be many. */
function problemsOf(source: string): TemplateProblem[] {
  const limits = mjmlLimitProblems(source);
  if (limits.length > 0) return limits;
  return [...markupProblems(source), ...mjmlStructureProblems(source)]
    .sort((one, other) => one.line - other.line)
    .slice(0, PROBLEMS_MAX);
}

/** MJML repeats values between double quotes: those that hold some themselves, in `alt='…"…'` and in titles, get entities. */
function withPlainQuotes(source: string): string {
  return source
    .replace(
      /(<mj-title>)([^<]*)/gi,
      (_title, tag: string, words: string) => tag + words.replaceAll('"', '&quot;'),
    )
    .replace(
      /(\s[\w:-]+\s*=\s*')([^'<>]*)'/g,
      (_attribute, start: string, value: string) => `${start}${value.replaceAll('"', '&quot;')}'`,
    );
}

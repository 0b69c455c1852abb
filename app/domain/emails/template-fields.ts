import { unknownFields } from '#app/lib/merge-fields.ts';
import { PROBLEMS_MAX, type TemplateProblem } from './check-markup.ts';

/** The merge fields of a text that nothing would fill, and braces that are not closed. */
export function fieldProblems(text: string, known: readonly string[]): TemplateProblem[] {
  const unknown = unknownFields(text, known)
    .slice(0, PROBLEMS_MAX)
    .map(({ name, line }) => ({
      line,
      message: `{{${name}}} is not a merge field. There are ${known.map((field) => `{{${field}}}`).join(', ')}.`,
    }));
  return [...unknown, ...unclosedBraces(text).slice(0, PROBLEMS_MAX)].sort(
    (one, other) => one.line - other.line,
  );
}

function unclosedBraces(text: string): TemplateProblem[] {
  const rest = text.replace(/\{\{[^{}]*\}\}/g, (field) => field.replace(/[{}]/g, ' '));
  return rest
    .split('\n')
    .flatMap((line, index) =>
      line.includes('{{')
        ? [{ line: index + 1, message: 'A merge field begins with {{ here and does not end with }}.' }]
        : [],
    );
}

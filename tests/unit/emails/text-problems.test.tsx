import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextProblems } from '#app/components/emails/text-problems.tsx';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';

const error = { field: 'body' as const, line: 2, message: "{{nope}} isn't a merge field." };
const warning = { line: 3, message: 'Element mj-nope is not known.' };

/** The visible text, one line per text between tags. */
function messagesOf(found: Pick<EmailCheckResponse, 'problems' | 'warnings'>): string[] {
  const response = { subject: null, text: null, hasDarkColors: null, ...found };
  const html = renderToStaticMarkup(<TextProblems response={response} onGo={() => undefined} />);
  return html
    .replaceAll(/<noscript>.*?<\/noscript>/g, '')
    .replaceAll('&#x27;', "'")
    .split(/<[^>]*>/)
    .filter((message) => message !== '');
}

it("the problems of an email's text list warnings after errors", () => {
  expect(messagesOf({ problems: [error], warnings: [warning] })).toEqual([
    "1 error. Fix it before you save or send. MJML doesn't recognize 1 item and skips it.",
    ...['Error', 'Line 2', error.message],
    ...['Skipped', 'Line 3', warning.message],
  ]);
});

it("the problems of an email's text list only warnings, and nothing without any", () => {
  expect(messagesOf({ problems: [], warnings: [warning, warning] })[0]).toBe(
    "MJML doesn't recognize 2 items and skips them.",
  );
  expect(messagesOf({ problems: [], warnings: [] })).toEqual([]);
});

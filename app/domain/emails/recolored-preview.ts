import type { ColorScheme } from '#app/schemas/enums.ts';

const DARK_META =
  /<meta\s+name=(["'])(?:color-scheme|supported-color-schemes)\1\s+content=(["'])[^"']*\bdark\b[^"']*\2/i;

/**
 * An email's HTML as a mail program in light or dark colors shows it, for the preview only: the email's own rules for the wanted scheme
 * apply, those for the other do not, whatever the browser itself prefers.
 */
export function inColorScheme(html: string, scheme: ColorScheme): string {
  return html
    .replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_query, wanted: string) =>
      wanted.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace(
      /(<meta\s+name=(["'])(?:color-scheme|supported-color-schemes)\2\s+content=)(["'])[^"']*\3/gi,
      (_meta, start: string) => `${start}"${scheme}"`,
    );
}

/** Whether an email says how it looks in dark colors: by rules of its own, or by leaving its colors to the mail program, as plain text does. */
export function hasDarkColors(html: string): boolean {
  if (/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i.test(html)) return true;
  return DARK_META.test(html) && !/\b(?:background(?:-color)?\s*:|bgcolor\s*=)/i.test(html);
}

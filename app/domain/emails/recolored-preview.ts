import type { ColorScheme } from '#app/schemas/enums.ts';

const DARK_META =
  /<meta\s+name=(["'])(?:color-scheme|supported-color-schemes)\1\s+content=(["'])[^"']*\bdark\b[^"']*\2/i;

/** Applies the email's own rules for light or dark mode, regardless of the browser. For the preview. */
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

/** Returns whether an email supports dark mode: by its own rules, or by not setting background colors. */
export function hasDarkColors(html: string): boolean {
  if (/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i.test(html)) return true;
  return DARK_META.test(html) && !/\b(?:background(?:-color)?\s*:|bgcolor\s*=)/i.test(html);
}

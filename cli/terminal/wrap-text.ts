import { graphemesOf, graphemeWidth, textWidth } from './text-width.ts';

/** Breaks a text into lines of at most `width` columns, between words where it can. Loses nothing but the spaces at the breaks. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = brokenWord(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

function brokenWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const grapheme of graphemesOf(word)) {
    const own = graphemeWidth(grapheme);
    if (taken > 0 && taken + own > width) {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += grapheme;
    taken += own;
  }
  return [...pieces, piece];
}

import { foldedText } from '#app/lib/students/same-student.ts';

/** Words of a street address that mean the same, each group with its abbreviation first. */
const SAME_WORDS: readonly (readonly string[])[] = [
  ['st', 'street', 'str', 'saint'],
  ['ave', 'avenue', 'av'],
  ['rd', 'road'],
  ['dr', 'drive', 'drv'],
  ['ln', 'lane'],
  ['blvd', 'boulevard'],
  ['ct', 'court'],
  ['cir', 'circle', 'circ'],
  ['pl', 'place'],
  ['ter', 'terrace'],
  ['trl', 'trail', 'tr'],
  ['way', 'wy'],
  ['sq', 'square'],
  ['lp', 'loop'],
  ['hwy', 'highway', 'hiway'],
  ['pkwy', 'parkway', 'pky'],
  ['apt', 'apartment', 'unit', 'number'],
  ['ste', 'suite'],
  ['bldg', 'building'],
  ['fl', 'floor'],
  ['mt', 'mount'],
  ['ft', 'fort'],
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['ne', 'northeast'],
  ['nw', 'northwest'],
  ['se', 'southeast'],
  ['sw', 'southwest'],
  ['1st', 'first'],
  ['2nd', 'second'],
  ['3rd', 'third'],
  ['4th', 'fourth'],
  ['5th', 'fifth'],
  ['6th', 'sixth'],
  ['7th', 'seventh'],
  ['8th', 'eighth'],
  ['9th', 'ninth'],
  ['10th', 'tenth'],
];

const ABBREVIATIONS = new Map(
  SAME_WORDS.flatMap(([short = '', ...spellings]) => spellings.map((word) => [word, short] as const)),
);

interface StreetAddress {
  readonly address1: string;
  readonly address2?: string | null | undefined;
}

/** Returns a street address in one line as it's spelled; '' if there is none. */
export function streetLine({ address1, address2 }: StreetAddress): string {
  const lines = [address1, address2 ?? ''].map((line) => line.trim().replace(/\s+/g, ' '));
  return lines.filter(Boolean).join(', ');
}

/** Returns a street line that is equal for different spellings of one address, such as '12 main st apt 4'. */
export function foldedStreetLine(line: string): string {
  const text = foldedText(line.replaceAll('#', ' apt '))
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  const words = text.split(' ').map((word) => ABBREVIATIONS.get(word) ?? word);
  // 'Apt #4' says 'apartment' twice.
  return words
    .filter((word, index) => word !== 'apt' || words[index - 1] !== 'apt')
    .join(' ')
    .replace(/\bp o box\b/, 'po box');
}

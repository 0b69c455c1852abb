import { foldedText } from '#app/students/same-student.ts';

/** Words that mean the same, each group with its abbreviation first. */
type Groups = readonly (readonly string[])[];

const STREET_TYPES: Groups = [
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
];

const DIRECTIONS: Groups = [
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['ne', 'northeast'],
  ['nw', 'northwest'],
  ['se', 'southeast'],
  ['sw', 'southwest'],
];

const OTHER_WORDS: Groups = [
  ['apt', 'apartment', 'unit', 'number'],
  ['trlr', 'trailer'],
  ['spc', 'space'],
  ['ste', 'suite'],
  ['bldg', 'building'],
  ['fl', 'floor'],
  ['mt', 'mount'],
  ['ft', 'fort'],
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

function abbreviationsOf(groups: Groups): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(([short = '', ...others]) => others.map((word) => [word, short] as const)));
}

const ABBREVIATIONS = abbreviationsOf([...STREET_TYPES, ...DIRECTIONS, ...OTHER_WORDS]);
const DIRECTION_WORDS = abbreviationsOf(DIRECTIONS);
const TYPE_WORDS = new Set(STREET_TYPES.flat());

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
    .trim()
    .replace(/\b(?:post office|p ?o) ?b(?:ox)?(?= |\d) ?/, 'po box ')
    .replace(/\b(?:highway contract|hc) ?(?=\d)/, 'hc ')
    .replace(/\b(?:rural route|rr) ?(?=\d)/, 'rr ')
    .replace(/\bno (?=\d)/, 'apt ');
  const words = text.split(' ').map(abbreviated);
  // 'Apt #4' says 'apartment' twice.
  return words.filter((word, index) => word !== 'apt' || words[index - 1] !== 'apt').join(' ');
}

/** Abbreviates a word. Before a street type, a direction is the street's name: East Street isn't E Street. */
function abbreviated(word: string, index: number, words: readonly string[]): string {
  if (DIRECTION_WORDS.has(word) && TYPE_WORDS.has(words[index + 1] ?? '')) return word;
  return ABBREVIATIONS.get(word) ?? word;
}

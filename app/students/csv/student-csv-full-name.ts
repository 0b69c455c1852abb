/** The parts of a full name; empty if they aren't in it. */
export interface NameParts {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly preferred: string;
}

const SUFFIX = /^(?:jr|sr|ii|iii|iv|v)\.?$/i;
/** Words that begin a last name, like 'de la Cruz'. */
const PARTICLE =
  /^(?:al|bin|da|de|del|della|den|der|di|dos|du|el|la|las|le|los|mac|san|santa|st|ten|ter|van|von)\.?$/i;
const NICKNAME = /(?:\(([^()]*)\)|["“]([^"“”]*)["”])\s*/;

/** Splits 'Lee, Ann Marie', 'Lee Jr., Ann (Annie)', or 'Ann Marie Lee'. */
export function splitFullName(text: string): NameParts {
  const nickname = NICKNAME.exec(text);
  const preferred = (nickname?.[1] ?? nickname?.[2] ?? '').trim();
  const parts = (nickname === null ? text : text.replace(NICKNAME, ' ')).split(',').map(wordsOf);
  const named = parts.filter((words) => words.length > 0);
  const [before = [], after, ...others] = named;
  if (after === undefined) return { ...splitInOrder(before), preferred };
  if (named.length === 2 && isSuffix(after)) {
    const { last, ...names } = splitInOrder(before);
    return { ...names, last: [last, ...after].join(' ').trim(), preferred };
  }
  // 'Lee, Jr., Ann' has the suffix before the first name, 'Lee, Ann, Jr.' after it.
  const suffixes = [after, ...others].filter(isSuffix).flat();
  const [first = '', ...more] = [after, ...others].filter((words) => !isSuffix(words)).flat();
  const end = more.findLastIndex((word) => !isLastNameSuffix(word)) + 1;
  const middle = more.slice(0, end).join(' ');
  return { first, middle, last: [...before, ...more.slice(end), ...suffixes].join(' '), preferred };
}

/** Returns whether splitting was a guess, because three or more names have no comma. */
export function isGuessedSplit(text: string): boolean {
  const [names = []] = text.replace(NICKNAME, ' ').split(',').map(wordsOf);
  const hasComma = /,\s*\S/.test(text) && !/,\s*(?:jr|sr|ii|iii|iv|v)\.?\s*$/i.test(text);
  return !hasComma && names.filter((word) => !SUFFIX.test(word)).length > 2;
}

function splitInOrder(words: readonly string[]): Omit<NameParts, 'preferred'> {
  const end = words.findIndex((word, at) => at > 1 && SUFFIX.test(word));
  const suffixes = end < 0 ? [] : words.slice(end);
  const names = end < 0 ? [...words] : words.slice(0, end);
  const [first = '', ...rest] = names;
  const particle = rest.findIndex((word, at) => at < rest.length - 1 && PARTICLE.test(word));
  const lastAt = particle < 0 ? Math.max(0, rest.length - 1) : particle;
  return {
    first,
    middle: rest.slice(0, lastAt).join(' '),
    last: [...rest.slice(lastAt), ...suffixes].join(' '),
  };
}

/** Returns whether a word after the first name is a suffix. A single letter is rather a middle initial. */
function isLastNameSuffix(word: string): boolean {
  return word.length > 1 && word.toLowerCase() !== 'v.' && SUFFIX.test(word);
}

function isSuffix(words: readonly string[]): boolean {
  return words.every((word) => SUFFIX.test(word));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

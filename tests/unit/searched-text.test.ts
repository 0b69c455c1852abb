import { describe, expect, it } from 'vitest';
import { parseSearchText } from '#app/domain/search/searched-text.ts';
import { Invalid } from '#app/lib/domain-errors.ts';

describe('the text of a search', () => {
  it.each([
    ['Núñez, Zoë', ['nunez', 'zoe'], []],
    ["O'Brien-Smith", ['obrien', 'smith'], []],
    ['zoe zoe  ZOË', ['zoe'], []],
    ['lee 2026 2025', ['lee'], [2026, 2025]],
    ['2026', [], [2026]],
    ['ada@office.example.org', ['ada', 'office', 'example', 'org'], []],
    ['room 1234', ['room', '1234'], []],
    ['j smith', ['j', 'smith'], []],
    ['李明', ['李明'], []],
    ['a1 b2 c3 d4 e5 f6 g7 h8 i9', ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8'], []],
  ])('%j becomes words and years', (text, words, years) => {
    expect(parseSearchText(text)).toMatchObject({ words, years, id: null });
  });

  it('is an ID if it looks like one', () => {
    const id = '3CC74B8B-B600-4000-8000-000000000000';
    expect(parseSearchText(id)).toEqual({ words: [], years: [], id: id.toLowerCase(), reference: null });
  });

  it.each(['', ' ', 'a', 'a b', '-', "'", 'x 2026', '李'])('is too short as %j', (text) => {
    expect(() => parseSearchText(text)).toThrow(Invalid);
  });
});

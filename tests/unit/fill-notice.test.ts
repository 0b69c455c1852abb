import { describe, expect, it } from 'vitest';
import { fillNotice, optionalPartsProblem, withOptionalParts } from '#app/lib/markup/fill-notice.ts';

const filled = (body: string, values: Record<string, string>, subject = 's') =>
  fillNotice({ subject, body }, values);

describe('the text of an automatic email', () => {
  it('is filled in one pass, without filling in the values themselves', () => {
    const values = { a: '{{b}} [[x]] <b>', b: 'never' };
    expect(filled('1 {{a}} {{ a }} {{unknown}}.', values).body).toBe('1 {{b}} [[x]] <b> {{b}} [[x]] <b> .');
  });

  it('keeps an optional part if all its fields have values, otherwise removes it with its empty paragraph', () => {
    const body = 'First.\n\n[[Why:\n{{why}}]]\n\n[[{{note}} and {{why}}]]\n\nLast[[ by {{when}}]].';
    expect(filled(body, { why: 'So.', note: '', when: 'now' }).body).toBe(
      'First.\n\nWhy:\nSo.\n\nLast by now.',
    );
    expect(filled(body, {}).body).toBe('First.\n\nLast.');
    expect(filled(body, { why: 'a\n\n\n\nb' }).body).toBe('First.\n\nWhy:\na\n\n\n\nb\n\nLast.');
  });

  it('drops the space before an empty value, but not before an unknown field', () => {
    const body = 'Hello {{first}} {{last}},';
    expect(filled(body, { first: 'Kim', last: '' }).body).toBe('Hello Kim,');
    expect(filled(body, { first: '', last: 'Lee' }).body).toBe('Hello Lee,');
    expect(filled(body, { last: 'Lee' }).body).toBe('Hello  Lee,');
  });

  it('has a one-line subject for any values', () => {
    expect(filled('b', { a: 'x\r\nBcc: y@example.org' }, ' {{a}}[[ {{none}}]] ').subject).toBe(
      'x Bcc: y@example.org',
    );
  });

  it('reports optional parts that are not closed, and can keep them all', () => {
    expect(['a', 'a [[b]] c [[{{d}}]]'].map(optionalPartsProblem)).toEqual([null, null]);
    for (const text of ['[[a', 'a]]', '[[a [[b]] c]]']) {
      expect(optionalPartsProblem(text)).toBe(
        "An optional part begins with [[, ends with ]], and can't contain other square brackets.",
      );
    }
    expect(withOptionalParts('a[[ {{b}}]] [[c]]')).toBe('a {{b}} c');
  });
});

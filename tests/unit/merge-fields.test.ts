import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeHtml,
  fillFields,
  MERGE_FIELDS,
  oneLine,
  unknownFields,
} from '#app/lib/markup/merge-fields.ts';

const unchanged = (value: string) => value;

describe('merge fields', () => {
  it('are filled anywhere, with or without spaces', () => {
    expect(
      fillFields('Hello {{firstName}} {{ lastName }}!', { firstName: 'Ada', lastName: 'Lee' }, unchanged),
    ).toBe('Hello Ada Lee!');
  });

  it('without a value become empty, those of every object too', () => {
    expect(fillFields('[{{firstName}}{{toString}}{{__proto__}}]', {}, unchanged)).toBe('[]');
  });

  it("aren't filled inside values", () => {
    const values = { firstName: '{{lastName}}', lastName: 'secret' };
    expect(fillFields('{{firstName}}', values, unchanged)).toBe('{{lastName}}');
  });

  it('that are unknown are named with their line', () => {
    expect(
      unknownFields('{{firstName}}\n{{ftistName}} {{}}\n{{year}}{{a b}}', Object.keys(MERGE_FIELDS)),
    ).toEqual([
      { name: 'ftistName', line: 2 },
      { name: '', line: 2 },
      { name: 'a b', line: 3 },
    ]);
  });
});

describe('values of merge fields', () => {
  it('are escaped in HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(escapeHtml(value)).not.toMatch(/[<>"']|&(?!#\d+;)/);
      }),
    );
  });

  it('stay on one line in headers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(oneLine(value)).not.toMatch(/[\r\n\u0085\u2028\u2029\0]/);
      }),
    );
    expect(oneLine('Ada\r\nBcc: x@example.org')).toBe('Ada Bcc: x@example.org');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatImportedPhone, formatPhone, PHONE_PATTERN } from '#app/lib/phone.ts';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });
const separators = fc.string({ unit: fc.constantFrom(...Array.from(' ()-.+x,')), maxLength: 3 });

/** The digits with anything but digits between them. */
const typed = (number: fc.Arbitrary<string>) =>
  number.chain((text) =>
    fc.array(separators, { minLength: text.length + 1, maxLength: text.length + 1 }).map((between) => ({
      digits: text,
      input:
        Array.from(text)
          .map((digit, place) => `${between[place] ?? ''}${digit}`)
          .join('') + (between.at(-1) ?? ''),
    })),
  );

describe('a phone field, when it is left', () => {
  it.each([
    ['9075550123', '(907) 555-0123'],
    ['907.555.0123', '(907) 555-0123'],
    ['(907) 555-0123 ext. 45', '(907) 555-0123, extension 45'],
    ['907555012', '907555012'],
    ['', ''],
    ['call me', 'call me'],
  ])('%j becomes %j', (input, expected) => {
    expect(formatPhone(input)).toBe(expected);
  });

  it('takes ten digits as the number and the rest as its extension', () => {
    fc.assert(
      fc.property(typed(digits(10, 16)), ({ digits: all, input }) => {
        const extension = all.slice(10);
        const number = `(${all.slice(0, 3)}) ${all.slice(3, 6)}-${all.slice(6, 10)}`;
        const formatted = formatPhone(input);
        expect(formatted).toBe(extension === '' ? number : `${number}, extension ${extension}`);
        expect(formatted).toMatch(PHONE_PATTERN);
        expect(formatPhone(formatted)).toBe(formatted);
      }),
    );
  });

  it('leaves fewer than ten digits as they were typed', () => {
    fc.assert(
      fc.property(typed(digits(0, 9)), ({ input }) => {
        expect(formatPhone(input)).toBe(input);
      }),
    );
  });
});

describe('the phone of a CSV cell', () => {
  it('is reduced to ten digits and formatted', () => {
    fc.assert(
      fc.property(typed(digits(10, 16)), ({ digits: all, input }) => {
        expect(formatImportedPhone(input)).toBe(formatPhone(all.slice(0, 10)));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AREA_CODE_MESSAGE, formatPhone, PHONE_MESSAGE } from '#app/lib/text/phone.ts';
import { Phone, PhoneOrEmpty } from '#app/schemas/fields.ts';
import { PUBLIC_FORM, readForm } from '#app/server/read-form.server.ts';
import { previewed, studentsOf } from '#tests/support/csv-import.ts';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });
const separators = fc.string({ unit: fc.constantFrom(...Array.from(' ()-.,')), maxLength: 3 });

/** The digits with other characters between them. */
const typed = (number: fc.Arbitrary<string>) =>
  number.chain((text) =>
    fc.array(separators, { minLength: text.length + 1, maxLength: text.length + 1 }).map((between) => ({
      digits: text,
      input:
        Array.from(text)
          .map((digit, index) => `${between[index] ?? ''}${digit}`)
          .join('') + (between.at(-1) ?? ''),
    })),
  );

const numberOf = (ten: string) => `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6, 10)}`;

describe('a phone field, when it is left', () => {
  it.each([
    ['9075550123', '(907) 555-0123'],
    ['907.555.0123', '(907) 555-0123'],
    ['(907) 555-0123 ext. 45', '(907) 555-0123, extension 45'],
    ['907-555-0123 x45', '(907) 555-0123, extension 45'],
    ['907-555-0123 #45', '(907) 555-0123, extension 45'],
    ['(907) 555-0123, extension 45', '(907) 555-0123, extension 45'],
    ['+1 907 555 0123', '(907) 555-0123'],
    ['1-907-555-0123', '(907) 555-0123'],
    ['+1 (907) 555-2089 ext 12', '(907) 555-2089, extension 12'],
    ['1907555208912', '(907) 555-2089, extension 12'],
    ['907555012399', '(907) 555-0123, extension 99'],
    ['907555012', '907555012'],
    ['', ''],
    ['call me', 'call me'],
    ['907-555-0123 ext', '(907) 555-0123'],
  ])('%j becomes %j', (input, expected) => {
    expect(formatPhone(input)).toBe(expected);
  });

  it.each(['555-0123 ext 4567', '+44 20 7946 0958', '+(44) 20 7946 0958', '907-555-0123-99 x 4'])(
    "keeps %j as typed and rejects it, because it isn't a US number",
    (input) => {
      expect(formatPhone(input)).toBe(input);
      expect(Phone.safeParse(input).error?.issues.map(({ message }) => message)).toEqual([PHONE_MESSAGE]);
    },
  );

  it('reads ten digits as the number and the rest as its extension, after a country code 1', () => {
    fc.assert(
      fc.property(typed(digits(10, 16)), ({ digits: all, input }) => {
        const known = all.length > 10 ? all.replace(/^1/, '') : all;
        const extension = known.slice(10);
        const formatted = formatPhone(input);
        expect(formatted).toBe(
          extension === '' ? numberOf(known) : `${numberOf(known)}, extension ${extension}`,
        );
      }),
    );
  });

  it('splits off an extension that is marked before it looks at the number', () => {
    const mark = fc.constantFrom('x', 'X ', 'ext ', 'ext. ', 'Extension: ', ', extension ', '#');
    fc.assert(
      fc.property(digits(9, 9), mark, digits(1, 5), fc.boolean(), (nine, between, extension, hasCode) => {
        const input = `${hasCode ? '+1 ' : ''}9${nine} ${between}${extension}`;
        expect(formatPhone(input)).toBe(`${numberOf(`9${nine}`)}, extension ${extension}`);
      }),
    );
  });

  it('is idempotent for US numbers', () => {
    fc.assert(
      fc.property(typed(digits(10, 16)), ({ input }) => {
        const once = formatPhone(input);
        fc.pre(Phone.safeParse(once).success);
        expect(formatPhone(once)).toBe(once);
      }),
    );
  });

  it('keeps fewer than ten digits as typed', () => {
    fc.assert(
      fc.property(typed(digits(0, 9)), ({ input }) => {
        expect(formatPhone(input)).toBe(input);
      }),
    );
  });

  it('is as fast for a megabyte as for a line', () => {
    const began = performance.now();
    for (const unit of ['x', '+', ' 1', 'ext 1 ', '#. ', '(']) formatPhone(`x1${unit.repeat(300_000)}!`);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('a phone that is stored', () => {
  it.each(['(190) 755-5012', '(090) 755-5012, extension 3'])(
    'is rejected with an invalid area code: %s',
    (phone) => {
      for (const schema of [Phone, PhoneOrEmpty]) {
        expect(schema.safeParse(phone).error?.issues.map(({ message }) => message)).toEqual([
          AREA_CODE_MESSAGE,
        ]);
      }
    },
  );

  it('may be empty only if it is optional', () => {
    expect(PhoneOrEmpty.safeParse('').success).toBe(true);
    expect(Phone.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual(['Phone is required.']);
  });
});

describe('one text', () => {
  const imported = (text: string) =>
    studentsOf(previewed(`First name,Phone\nAnn,"${text.replaceAll('"', '""')}"`))[0]?.phone;
  const posted = async (text: string) => {
    const body = new URLSearchParams({ 'students[0].phone': text });
    const form = await readForm(new Request('http://localhost/', { method: 'POST', body }), PUBLIC_FORM);
    return form.get('students[0].phone');
  };
  const anything = fc.oneof(
    typed(digits(0, 16)).map(({ input }) => input),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789x+#.- ()ext')), maxLength: 24 }),
  );

  it('is formatted as the same phone in a form and in an import', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const written = text.trim();
        expect(imported(written)).toBe(formatPhone(written));
        expect(await posted(written)).toBe(formatPhone(written));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type AddressOnLine, partsOfLine } from '#app/domain/high-schools/address-line.ts';

const STORED: AddressOnLine = {
  ...{ firmName: 'District Office', address1: '1 Main, Rear', address2: 'Suite 4', urbanization: '' },
  ...{ city: 'Nome', state: 'AK', zip5: '99762', zip4: '1234' },
};
const LINE = 'District Office, 1 Main, Rear, Suite 4, Nome, AK 99762-1234';
const split = (line: string, stored?: AddressOnLine) => partsOfLine(line, { stored, state: 'AK' });

describe('an address on one line', () => {
  it('has no parts to change if it is the stored one, even with commas in its street', () => {
    expect(split(LINE, STORED)).toEqual({ parts: {} });
    expect(split(`  ${LINE.replaceAll(' ', '  ')} `, STORED)).toEqual({ parts: {} });
  });

  it('is split from its end, without the stored parts that schools have no columns for', () => {
    expect(split('1 New Road, Juneau, AK 99801')).toEqual({
      parts: { address1: '1 New Road', address2: '', city: 'Juneau', zip5: '99801', zip4: '' },
    });
    expect(split('District Office, 2 Road, Floor 2, Back, Nome,  ak 99762-1234', STORED)).toEqual({
      parts: { address1: '2 Road', address2: 'Floor 2, Back', city: 'Nome', zip5: '99762', zip4: '1234' },
    });
  });

  it.each(['1 Main Street', 'Nome, AK 99762', '1 Main, Nome, AK', '1 Main, Nome 99762', ', Nome, AK 99762'])(
    'is refused if a part is missing, as in %j',
    (line) => {
      expect(split(line)).toEqual({
        error: "We can't read this address. Write it like 1 Main Street, Juneau, AK 99801.",
      });
    },
  );

  it('is refused in another state', () => {
    expect(split('1 Main, Seattle, WA 98101')).toEqual({
      error: 'The state must be AK. Write it like 1 Main Street, Juneau, AK 99801.',
    });
  });
});

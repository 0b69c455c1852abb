import { beforeAll, describe, expect, it } from 'vitest';
import { loadZipCodes, type ZipCodes } from '#app/domain/students/zip-codes.server.ts';
import { DEMO_SCHOOLS } from '#db/seeds/demo-schools.ts';

let zipCodes: ZipCodes;
let wasRejected: boolean;
beforeAll(async () => {
  const failed = loadZipCodes(() => Promise.reject(new Error('no such file')));
  wasRejected = await failed.then(
    () => false,
    () => true,
  );
  zipCodes = await loadZipCodes();
});

it('ZIP codes are loaded again after a failure', () => {
  expect(wasRejected).toBe(true);
  expect(warning('Juneau', 'AK', '99827')).toBe(elsewhere('99827', 'Haines, AK'));
});

const warning = (city: string, state: string, zip5: string) => zipCodes.warning({ city, state, zip5 });
const elsewhere = (zip5: string, index: string) =>
  `ZIP code ${zip5} is in ${index}. Check the city, state, or ZIP code.`;

describe('the warning about a ZIP code', () => {
  it.each([
    ['Juneau', 'AK', '99827', 'Haines, AK'],
    ['Anchorage', 'AK', '99701', 'Fairbanks, AK'],
    ['Juneau', 'AL', '99801', 'Juneau, AK'],
    ['Seattle', 'AK', '98101', 'Seattle, WA'],
    ['Kodiak', 'AK', '96201', 'APO, AP'],
    ['APO', 'AP', '99615', 'Kodiak, AK'],
    ['San Juan', 'PR', '99801', 'Juneau, AK'],
  ])('of %s, %s %s names %s', (city, state, zip5, index) => {
    expect(warning(city, state, zip5)).toBe(elsewhere(zip5, index));
  });

  it.each([
    ['JUNEAU', 'AK', '99801'],
    ["  O'Fallon ", 'MO', '63366'],
    ['McGrath', 'AK', '99627'],
    ['Mc Grath', 'AK', '99627'],
    ['St. Paul Island', 'AK', '99660'],
    ['saint paul island', 'AK', '99660'],
    ['Ft. Yukon', 'AK', '99740'],
    ['Mt. Vernon', 'WA', '98273'],
    ['Mount Vernon', 'WA', '98273'],
    ['N. Pole', 'AK', '99705'],
    ['Winston-Salem', 'NC', '27101'],
    ['Cañon City', 'CO', '81212'],
    ['San Juan', 'PR', '00907'],
    ['Hagåtña', 'GU', '96910'],
  ])("isn't given for the spelling %s, %s %s", (city, state, zip5) => {
    expect(warning(city, state, zip5)).toBeNull();
  });

  it.each([
    ['Douglas', 'AK', '99801'],
    ['Wasilla', 'AK', '99645'],
    ['Anchorage', 'AK', '99505'],
    ['Fairbanks', 'AK', '99714'],
    ['Juneau', 'AK', '99811'],
    ['Utqiaġvik', 'AK', '99723'],
    ['Meadow Lakes', 'AK', '99654'],
    ['Hollywood', 'CA', '90028'],
  ])("isn't given for a neighboring, PO box, or unlisted place, as in %s, %s %s", (city, state, zip5) => {
    expect(warning(city, state, zip5)).toBeNull();
  });

  it.each([
    ['APO', 'AP', '96201'],
    ['FPO', 'AP', '96349'],
    ['DPO', 'AE', '09012'],
    ['APO', 'AA', '34002'],
  ])("isn't given for the military address %s %s %s", (city, state, zip5) => {
    expect(warning(city, state, zip5)).toBeNull();
  });

  it('is softer if the ZIP code is unknown', () => {
    expect(warning('Juneau', 'AK', '99805')).toBe("ZIP code 99805 isn't on our list. Check that it's right.");
  });

  it.each([
    ['', 'AK', '99827'],
    ['Juneau', '', '99827'],
    ['Juneau', 'AK', ''],
    ['Juneau', 'AK', '9982'],
  ])("isn't given while a part is missing: '%s', '%s' '%s'", (city, state, zip5) => {
    expect(warning(city, state, zip5)).toBeNull();
  });

  it("isn't given for any school of the demo", () => {
    const warned = DEMO_SCHOOLS.filter(({ city, zip5 }) => warning(city, 'AK', zip5) !== null);
    expect(warned).toEqual([]);
  });
});

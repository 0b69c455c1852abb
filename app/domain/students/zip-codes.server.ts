import type * as ZipCodePackage from 'zipcodes';
import { STUDENT_WARNINGS } from '#app/messages/student-warning-messages.ts';
import { foldedText } from '#app/students/same-student.ts';

interface AddressWithZip {
  readonly city: string;
  readonly state: string;
  readonly zip5: string;
}

export interface ZipCodes {
  /** Returns the warning about an address whose ZIP code is elsewhere; null if it fits or a part is missing. */
  warning(address: AddressWithZip): string | null;
}

/** A city counts as another one if all its ZIP codes are farther away. Many addresses name a neighboring city. */
const NEAR_MILES = 40;
const ARMED_FORCES: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};

let loading: Promise<ZipCodes> | undefined;

/** Loads the ZIP codes once per process, which takes about 0.2 seconds. The server does it when it starts. */
export async function loadZipCodes(
  load: () => Promise<typeof ZipCodePackage> = () => import('zipcodes'),
): Promise<ZipCodes> {
  loading ??= load().then(createZipCodes);
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

function createZipCodes(data: typeof ZipCodePackage): ZipCodes {
  const states = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const citiesOf = (state: string) => {
    const cities = states.get(state) ?? zipCodesByCity(data.lookupByState(state));
    states.set(state, cities);
    return cities;
  };

  /** Accepts names that the data doesn't know: it has one name for each ZIP code, and the post office several. */
  const isElsewhere = (zip5: string, city: string, state: string) => {
    const zipCodes = citiesOf(state).get(foldedCity(city));
    if (zipCodes === undefined || zipCodes.includes(zip5)) return false;
    // The ZIP codes of a large city are consecutive, including those of bases that have names of their own.
    const consecutive = zipCodes.filter((other) => other.slice(0, 4) === zip5.slice(0, 4));
    return (
      consecutive.length < 2 && zipCodes.every((other) => (data.distance(zip5, other) ?? 0) > NEAR_MILES)
    );
  };

  return {
    warning: ({ city, state, zip5 }) => {
      if (!/^\d{5}$/.test(zip5) || city.trim() === '' || state === '') return null;
      const known = data.lookup(zip5);
      if (known === undefined) return STUDENT_WARNINGS.zipCodeUnknown(zip5);
      const isMilitary = ARMED_FORCES.has(known.state);
      if (isMilitary && ARMED_FORCES.has(state)) return null;
      if (known.state === state && !isElsewhere(zip5, city, state)) return null;
      const name = isMilitary ? known.city.toUpperCase() : known.city;
      return STUDENT_WARNINGS.zipCodeElsewhere(zip5, name, known.state);
    },
  };
}

function zipCodesByCity(entries: readonly ZipCodePackage.ZipCode[]): Map<string, string[]> {
  const cities = new Map<string, string[]>();
  for (const { city, zip } of entries) {
    const name = foldedCity(city);
    cities.set(name, [...(cities.get(name) ?? []), zip]);
  }
  return cities;
}

/** Ignores case, accents, punctuation, and spaces, and abbreviates, so that 'McGrath' and 'Mc Grath' are equal. */
function foldedCity(city: string): string {
  const words = foldedText(city.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).split(' ');
  return words.map((word) => ABBREVIATIONS[word] ?? word).join('');
}

import { FIRST_NAMES, LAST_NAMES, MIDDLE_NAMES, SHORT_NAMES, STREETS } from './demo-names.ts';
import { DEMO_SCHOOLS } from './demo-schools.ts';
import { ascii } from './demo-students.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Combined with `SCHOOL_PLACES`, enough for 3,500 unique names. */
const SCHOOL_WORDS = words(`
  Alder Amber Antler Arrow Aspen Avalanche Balsam Bear Beaver Birch Bison Boulder Bramble Caribou Cedar Clover Columbine
  Cottonwood Coyote Crane Cypress Dogwood Driftwood Eagle Elk Ermine Falcon Fern Fireweed Fox Glacier Goose Granite Grouse
  Harrier Hawk Heather Hemlock Heron Iris Juniper Kestrel Lark Laurel Lichen Loon Lupine Lynx Mallard Maple Marten Mink
  Moose Moss Muskox Osprey Otter Pine Plover Poplar Ptarmigan Raven Salmon Sedge Sparrow Spruce Swan Tamarack Tern Wolf
`);
const SCHOOL_PLACES = words(`
  Bank Basin Bay Beach Bend Bluff Bridge Brook Butte Canyon Cape Cliff Cove Creek Crossing Delta Dome Falls Field Flats
  Ford Fork Gap Glen Grove Gulch Harbor Heights Hill Hollow Island Lagoon Lake Landing Ledge Meadow Mountain Narrows Pass
  Peak Point Pond Prairie Rapids Ridge River Shore Springs Valley View
`);
const STREET_KINDS = words('Street Avenue Drive Lane Road Circle');

/** The large data set's word lists, which become SQL functions from an index. */
export const WORD_LISTS = {
  school_word: SCHOOL_WORDS,
  school_place: SCHOOL_PLACES,
  city: DEMO_SCHOOLS.map(({ city }) => city),
  zip5: DEMO_SCHOOLS.map(({ zip5 }) => zip5),
  street: STREETS.flatMap((street) => STREET_KINDS.map((kind) => `${street} ${kind}`)),
  first_name: FIRST_NAMES,
  first_mail: FIRST_NAMES.map(ascii),
  short_name: FIRST_NAMES.map((name) => SHORT_NAMES.get(name) ?? ''),
  middle_name: MIDDLE_NAMES,
  last_name: LAST_NAMES,
  last_mail: LAST_NAMES.map(ascii),
} as const satisfies Record<string, readonly string[]>;

export type WordList = keyof typeof WORD_LISTS;

/** Returns SQL for the word of a list chosen by a hash's draw number `index` (0 to 7). */
export function wordOf(list: WordList, hash: string, index: number): string {
  return `pg_temp.${list}(${draw(hash, index, WORD_LISTS[list].length)})`;
}

/** Returns SQL for a whole number below `sides`, which is at most 65,536. A hash has draws 0 to 7. */
export function draw(hash: string, index: number, sides: number): string {
  return `(('x' || substr(${hash}, ${index * 4 + 1}, 4))::bit(16)::int % ${sides})`;
}

/** Returns SQL for a UUID (RFC 9562, version 5), always the same for a name. */
export function idOf(name: string): string {
  return `pg_temp.seed_id(${name})`;
}

/** Returns SQL for a number like '(907) 555-01xx', which is reserved for fiction. */
export function phoneOf(hash: string, index: number): string {
  return `'(907) 555-01' || lpad(${draw(hash, index, 100)}::text, 2, '0')`;
}

/** Returns the functions that the other statements call. They are temporary and end with the connection. */
export function largeFunctions(): string[] {
  const wordFunctions = Object.entries(WORD_LISTS).map(
    ([list, listed]) => `create or replace function pg_temp.${list}(index bigint) returns text
      language sql immutable parallel safe as $$ select (${textArray(listed)})[1 + $1] $$`,
  );
  return [
    ...wordFunctions,
    `create or replace function pg_temp.seed_id(name text) returns uuid language sql immutable parallel safe as $$
       select overlay(overlay(md5('laurel large ' || $1) placing '5' from 13) placing '8' from 17)::uuid $$`,
  ];
}

function textArray(listed: readonly string[]): string {
  return `array[${listed.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')}]::text[]`;
}

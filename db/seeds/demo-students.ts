import type { AddressStatus } from '#app/schemas/enums.ts';
import type { DemoSchool } from './demo-schools.ts';
import { FIRST_NAMES, LAST_NAMES, MIDDLE_NAMES, SHORT_NAMES, STREETS } from './demo-names.ts';
import { seedId, type SeededRandom } from './seeded-random.ts';

const SMALL_TOWN_CLASS = 40;
const DAY_MS = 86_400_000;

export interface DemoStudent {
  first: string;
  middle: string;
  last: string;
  preferred: string;
  dateOfBirth: string;
  twin: boolean;
  phone: string;
  email: string;
  parentEmail: string;
  address: DemoAddress;
}

export interface DemoAddress {
  id: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip5: string;
  zip4: string;
  status: AddressStatus;
}

/** Returns complete students of a school's class. The last two of a long list are sometimes twins. */
export function demoStudents(
  random: SeededRandom,
  school: DemoSchool,
  year: number,
  count: number,
): DemoStudent[] {
  const students = Array.from({ length: count }, (_, at) => student(random, school, year, at));
  const [older, younger] = students.slice(-2);
  if (count >= 5 && older !== undefined && younger !== undefined && random.percent(25)) {
    students[count - 2] = { ...older, twin: true };
    students[count - 1] = {
      ...younger,
      twin: true,
      last: older.last,
      dateOfBirth: older.dateOfBirth,
      phone: older.phone,
      parentEmail: older.parentEmail,
      email: emailOf(younger.first, older.last, year),
      address: { ...older.address, id: younger.address.id },
    };
  }
  return students;
}

/** Returns a number like '(907) 555-01xx', which is reserved for fiction. */
export function demoPhone(random: SeededRandom): string {
  return `(907) 555-01${String(random.between(0, 99)).padStart(2, '0')}`;
}

function student(random: SeededRandom, school: DemoSchool, year: number, at: number): DemoStudent {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  return {
    first,
    middle: random.percent(55) ? random.pick(MIDDLE_NAMES) : '',
    last,
    preferred: random.percent(60) ? (SHORT_NAMES.get(first) ?? '') : '',
    dateOfBirth: birthDate(random, year),
    twin: false,
    phone: demoPhone(random),
    email: emailOf(first, last, year),
    parentEmail: random.percent(80) ? `${ascii(last)}.family@families.example.org` : '',
    address: address(random, school, `${school.name} ${year} ${at}`),
  };
}

/** Returns a birth date of a student who is 16 or 17 when designated in the fall of the year. */
function birthDate(random: SeededRandom, year: number): string {
  const earliest = Date.UTC(year - 18, 11, 1);
  const days = random.between(0, 400);
  return new Date(earliest + days * DAY_MS).toISOString().slice(0, 10);
}

function address(random: SeededRandom, school: DemoSchool, name: string): DemoAddress {
  const isBox = school.classSize < SMALL_TOWN_CLASS && random.percent(70);
  const street = `${random.pick(STREETS)} ${random.pick(['Street', 'Avenue', 'Drive', 'Lane', 'Road', 'Circle'])}`;
  return {
    id: seedId(`address ${name}`),
    address1: isBox ? `PO Box ${random.between(11, 989)}` : `${random.between(101, 9899)} ${street}`,
    address2: !isBox && random.percent(15) ? `Apt ${random.between(1, 40)}` : '',
    city: school.city,
    state: 'AK',
    zip5: school.zip5,
    zip4: random.percent(30) ? String(random.between(1000, 9998)) : '',
    status: random.percent(75) ? 'VALID' : 'UNVERIFIED',
  };
}

function emailOf(first: string, last: string, year: number): string {
  return `${ascii(first)}.${ascii(last)}${year % 100}@students.example.org`;
}

/** Returns the name in lowercase ASCII letters, for the part of an address before the @. */
export function ascii(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

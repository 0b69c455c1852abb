import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import { FIRST_NAMES, LAST_NAMES } from './demo-names.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_SCHOOLS, RETURNED_SCHOOL, UNSTARTED_SCHOOL } from './demo-schools.ts';
import { ascii, demoPhone } from './demo-students.ts';
import { SeededRandom } from './seeded-random.ts';

export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly flags: readonly UserFlag[];
  readonly positions: readonly { readonly school: string; readonly position: StaffPosition }[];
  /** When the account was created; by default, before the first year. */
  readonly createdDaysAgo?: number;
}

/** The other person of the office, who reviews some of the schools. */
export const COLLEAGUE: DemoUser = {
  ...person('administrator 2', 'scholars'),
  flags: ['ADMIN'],
  positions: [],
};

/** The new counselor of a school whose former counselor's address bounces. Has asked for access to it. */
export const APPLICANT: DemoUser = {
  ...person('applicant', 'campbellcreek'),
  flags: [],
  positions: [],
  createdDaysAgo: 1,
};
/** The school that the applicant asks for, as they typed it. */
export const APPLICATION = { school: 'Campbell Creek High School', typedName: 'Campbell Creek HS' } as const;

const LARGE_CLASS = 60;
/** Superintendents who each work at several small schools. */
const SHARED_SUPERINTENDENTS = 4;

/** Returns administrators first, then the demo's counselor, then the schools' staff. */
export function demoUsers(): DemoUser[] {
  const administrators = [
    { ...DEMO_PEOPLE.administrator, flags: ['ADMIN'] as const, positions: [] },
    COLLEAGUE,
  ];
  const counselor: DemoUser = {
    ...DEMO_PEOPLE.counselor,
    flags: [],
    positions: [RETURNED_SCHOOL, UNSTARTED_SCHOOL].map((school) => ({ school, position: 'COUNSELOR' })),
  };
  const former = { ...person('former', 'scholars'), flags: ['DELETED'] as const, positions: [] };
  return [...administrators, counselor, former, ...schoolStaff(), ...superintendents(), APPLICANT];
}

function schoolStaff(): DemoUser[] {
  return DEMO_SCHOOLS.flatMap(({ name, classSize }) =>
    positionsOf(name, classSize).map((position) => ({
      ...person(`${name} ${position}`, ascii(name.replace(/ (High )?School$/, ''))),
      flags: [],
      positions: [{ school: name, position }],
    })),
  );
}

/** Returns the school's positions, that of the designator first. */
function positionsOf(school: string, classSize: number): StaffPosition[] {
  const counselor: StaffPosition[] =
    school === RETURNED_SCHOOL || school === UNSTARTED_SCHOOL ? [] : ['COUNSELOR'];
  if (classSize >= LARGE_CLASS) return [...counselor, 'PRINCIPAL', 'REGISTRAR'];
  return new SeededRandom(`positions ${school}`).percent(60)
    ? [...counselor, 'PRINCIPAL']
    : [...counselor, 'STAFF'];
}

function superintendents(): DemoUser[] {
  const small = DEMO_SCHOOLS.filter((school) => school.classSize < 15).map((school) => school.name);
  return Array.from({ length: SHARED_SUPERINTENDENTS }, (_, number) => ({
    ...person(`superintendent ${number}`, 'district'),
    flags: [],
    positions: small
      .filter((_school, at) => at % SHARED_SUPERINTENDENTS === number)
      .map((school) => ({ school, position: 'SUPERINTENDENT' as const })),
  }));
}

function person(name: string, domain: string) {
  const random = new SeededRandom(`person ${name}`);
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  return {
    firstName,
    lastName,
    email: `${ascii(firstName)}.${ascii(lastName)}@${domain}.example.org`,
    phone: demoPhone(random),
  };
}

import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';
import { makeSchool, type MadeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeInvite,
  makeStaff,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';

type SchoolName = 'Alder' | 'Birch' | 'Cedar' | 'Dogwood' | 'Empty' | 'Closed';
type PersonName = 'ann' | 'ben' | 'cat' | 'dan' | 'eve' | 'gone' | 'shut';

/** Schools in every state in 2026, staff of one or several schools, and a designation of 2025. */
export interface AudienceScene {
  readonly schools: Readonly<Record<SchoolName, MadeSchool>>;
  readonly people: Readonly<Record<PersonName, MadeUser>>;
  readonly admin: MadeUser;
}

/** Makes the scene in an otherwise empty database. */
export async function makeAudienceScene(orm: Orm): Promise<AudienceScene> {
  const year = await makeYear(orm);
  const before = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  const schoolOf = (name: SchoolName) =>
    makeSchool(orm, { name: `${name} High`, status: name === 'Closed' ? 'INACTIVE' : 'ACTIVE' });
  const schools = {
    Alder: await schoolOf('Alder'),
    Birch: await schoolOf('Birch'),
    Cedar: await schoolOf('Cedar'),
    Dogwood: await schoolOf('Dogwood'),
    Empty: await schoolOf('Empty'),
    Closed: await schoolOf('Closed'),
  };
  const personOf = (firstName: string, lastName: string, more: Partial<MadeUser> = {}) =>
    makeUser(orm, { firstName, lastName, email: `${firstName.toLowerCase()}@x.example.org`, ...more });
  const people = {
    ann: await personOf('Ann', 'Abel'),
    ben: await personOf('Ben', 'Baker'),
    cat: await personOf('Cat', 'Élan'),
    dan: await personOf('Dan', 'Dorn'),
    eve: await personOf('Eve', 'Fox'),
    gone: await personOf('Gone', 'Gray', { flags: ['DELETED'] }),
    shut: await personOf('Shut', 'Hill'),
  };
  const staff = [
    ['Alder', 'ann', 'PRINCIPAL'],
    ['Birch', 'ann', 'COUNSELOR'],
    ['Birch', 'ben', 'REGISTRAR'],
    ['Cedar', 'cat', 'PRINCIPAL'],
    ['Cedar', 'gone', 'STAFF'],
    ['Dogwood', 'dan', 'STAFF'],
    ['Dogwood', 'eve', 'COUNSELOR'],
    ['Closed', 'shut', 'PRINCIPAL'],
    ['Closed', 'ann', 'PRINCIPAL'],
  ] as const;
  for (const [school, person, position] of staff) {
    await makeStaff(orm, { highSchoolId: schools[school].id, userId: people[person].id, position });
  }
  const designations = [
    ['Birch', year.id, 'STARTED', 'CUMULATIVE_GPA'],
    ['Cedar', year.id, 'PENDING', 'CUMULATIVE_GPA'],
    ['Dogwood', year.id, 'PENDING', 'OTHER'],
    ['Closed', year.id, 'PENDING', 'OTHER'],
    ['Alder', before.id, 'APPROVED', 'CUMULATIVE_WEIGHTED_GPA'],
  ] as const;
  for (const [school, academicYearId, status, criteria] of designations) {
    await makeDesignation(orm, {
      ...{ academicYearId, status, criteria },
      ...{ highSchoolId: schools[school].id, submittedById: people.ann.id },
    });
  }
  const admin = await makeAdmin(orm, { lastName: 'Young', email: 'ada@x.example.org' });
  await makeAdmin(orm, { lastName: 'Zorn', email: 'old@x.example.org', flags: ['ADMIN', 'DELETED'] });
  await makeInvite(orm, { email: 'one@x.example.org', schools: [{ highSchoolId: schools.Closed.id }] });
  await makeInvite(orm, { email: 'two@x.example.org' });
  return { schools, people, admin };
}

/** Records an address as bounced. */
export async function addBounce(orm: Orm, address: string): Promise<void> {
  await orm.em
    .fork()
    .insert(BouncedAddressEntity, { address, source: 'REPORT', reason: '', bouncedAt: MADE_AT });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { importUsers } from '#app/domain/imports/import-users.server.ts';
import { readUserList } from '#app/domain/imports/read-user-list.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let folder: string;

beforeEach(async () => {
  orm = await database.openOrm();
  const aurora = await makeSchool(orm, { name: 'Aurora High, North' });
  await makeSchool(orm, { name: 'Birch High' });
  await makeSchool(orm, { name: 'Birch High' });
  const known = { email: 'known@example.org', firstName: 'Kim', lastName: 'Known', phone: '(907) 555-0100' };
  await makeCounselor(orm, [aurora.id], known);
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-users-'));
  return () => rm(folder, { recursive: true });
});

const HEADER = 'first,last,email,phone,flags,schools and positions';
const KNOWN = 'Kim,Known,Known@Example.org,907-555-0100,,"Aurora High, North, COUNSELOR"';
const NEW = 'Ann,Archer,ann@example.org,9075550171,ADMIN,"Aurora High, North, principal"';

async function importOf(lines: readonly string[], ...args: string[]) {
  const file = path.join(folder, 'users.csv');
  await writeFile(file, [HEADER, ...lines].join('\n'));
  return callLaurel(database.url, ['users', 'import', file, ...args]);
}

it('laurel users import adds accounts with their positions once, without emailing anyone', async () => {
  const snapshot = await watchRows(orm);
  expect(await importOf([KNOWN, NEW], '--dry-run')).toEqual({
    ...{ code: 0, stdout: '' },
    stderr: 'Would import 1 account, 1 of them administrators. 1 already imported.\n',
  });
  expect(await snapshot.changed()).toEqual([]);
  expect((await importOf([KNOWN, NEW], '--yes')).code).toBe(0);
  const ann = { email: 'ann@example.org' };
  expect(await storedRows(orm, UserAccountEntity, ['phone', 'flags'], { where: ann })).toEqual([
    { phone: '(907) 555-0171', flags: ['ADMIN'] },
  ]);
  expect(await storedRows(orm, HighSchoolStaffEntity, ['position'], { where: { user: ann } })).toEqual([
    { position: 'PRINCIPAL' },
  ]);
  expect(await orm.em.fork().count(OutboxMailEntity)).toBe(0);
  expect((await importOf([KNOWN, NEW], '--yes')).code).toBe(3);
});

it('laurel users import lists every problem by row and column, and then imports nothing', async () => {
  await makeInvite(orm, { email: 'invited@example.org' });
  const snapshot = await watchRows(orm);
  const { code, stdout } = await importOf(
    [
      NEW,
      ',,nowhere,12,OWNER,Aurora',
      'Kim,Other,known@example.org,9075550100,,',
      'Al,A,ann@example.org,,,',
      'In,Vited,invited@example.org,,,',
      'Bo,B,bo@example.org,,DELETED,"Birch High, STAFF; Cedar High, STAFF"',
    ],
    '--yes',
  );
  expect(stdout.split('\r\n')).toEqual([
    'Row,Column,Problem',
    expect.stringMatching(/^3,email,/),
    '3,first,Enter a first or last name.',
    expect.stringMatching(/^3,phone,/),
    '3,flags,"Use one of: ADMIN, DELETED."',
    expect.stringContaining('3,schools and positions,"Write the schools and positions like'),
    expect.stringContaining(
      'differs in: last, schools and positions. Remove this row, or change the account.',
    ),
    '5,email,Row 2 has the same address. Remove one of the rows.',
    '6,email,This address has an open invite. Remove the invite first: laurel invites remove',
    '7,schools and positions,Deleted accounts have no positions. Remove the positions or the flag.',
    expect.stringContaining('7,schools and positions,"Several schools have the name in position 1.'),
    expect.stringContaining('7,schools and positions,No school has the name in position 2.'),
    '',
  ]);
  expect(code).toBe(1);
  expect(await snapshot.changed()).toEqual([]);
});

it('laurel users import is refused for anyone but administrators', async () => {
  const { id, email, firstName, lastName } = await makeUser(orm);
  const actor = {
    kind: 'user',
    id,
    email,
    firstName,
    lastName,
    flags: [],
    highSchoolIds: [],
    sessionId: null,
  } as const;
  const bytes = new TextEncoder().encode(`${HEADER}\n${NEW}`);
  const list = await readUserList(makeCtx({ orm }), { bytes, source: 'users.csv' }, {});
  const snapshot = await watchRows(orm);
  expect(await refusalOf(importUsers(makeCtx({ orm, actor }), list))).toBeInstanceOf(Forbidden);
  expect(await snapshot.changed()).toEqual([]);
});

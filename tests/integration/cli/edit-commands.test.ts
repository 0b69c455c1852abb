import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let schoolId: string;
let kimId: string;

beforeEach(async () => {
  orm = await database.openOrm();
  schoolId = (await makeSchool(orm, { name: 'Aurora High School', fax: '(907) 555-0201' })).id;
  const kim = { email: 'kim@example.org', firstName: 'Kim', lastName: 'Winter' };
  kimId = (await makeCounselor(orm, [schoolId], kim)).user.id;
});

const laurel = (...args: string[]) => callLaurel(database.url, args);
const events = () => storedRows(orm, EventEntity, ['kind', 'channel', 'actor']);

describe('laurel schools edit', () => {
  const edit = (...args: string[]) => laurel('schools', 'edit', 'Aurora High School', ...args);
  const stored = () => storedRows(orm, HighSchoolEntity, ['name', 'phone', 'fax', 'notes']);

  it('changes the given fields after confirmation, and clears an optional one', async () => {
    const fields = ['--phone', '9075550144', '--fax', '', '--notes', 'Ask Kim.', '--city', 'Sitka'];
    expect((await edit(...fields)).stderr).toContain('Change Aurora High School?');
    expect((await edit(...fields, '--dry-run')).stdout).toContain('(907) 555-0144');
    expect(await stored()).toMatchObject([{ phone: '(907) 555-0200' }]);
    const { email, id } = await makeAdmin(orm);
    expect((await edit(...fields, '--yes', '--as', email)).stderr).toBe('Changed Aurora High School.\n');
    expect(await stored()).toEqual([
      { name: 'Aurora High School', phone: '(907) 555-0144', fax: null, notes: 'Ask Kim.' },
    ]);
    expect((await laurel('schools', 'show', schoolId)).stdout).toContain('"1 School Road, Sitka, AK 99801"');
    expect(await events()).toEqual([{ kind: 'highSchool.changed', channel: 'CLI', actor: id }]);
    expect((await edit(...fields, '--yes')).code).toBe(3);
  });

  it('refuses invalid values, an unknown school, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    expect(await edit('--zip5', '12', '--yes')).toMatchObject({
      ...{ code: 2, stderr: expect.stringMatching(/^--zip5: /) as string },
    });
    expect(await edit('--name', '', '--yes')).toMatchObject({
      code: 2,
      stderr: '--name: Name is required.\n',
    });
    expect((await edit('--yes')).stderr).toBe('Choose what to change, for example --name or --phone.\n');
    expect((await laurel('schools', 'edit', 'Nowhere', '--name', 'X', '--yes')).code).toBe(1);
    expect((await edit('--name', 'X', '--yes', '--as', 'kim@example.org')).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel users edit', () => {
  const edit = (...args: string[]) => laurel('users', 'edit', 'kim@example.org', ...args);
  const stored = () =>
    storedRows(orm, UserAccountEntity, ['firstName', 'lastName', 'email', 'phone'], { where: { id: kimId } });

  it('changes a name, a phone, and an email address', async () => {
    const fields = ['--last', 'Summer', '--phone', '9075550144', '--email', 'Kim.Summer@example.org'];
    expect((await edit(...fields)).stderr).toContain(
      'Change the account of Kim Winter <kim@example.org>? It will be signed out everywhere.',
    );
    expect((await edit(...fields, '--dry-run')).stderr).toBe(
      'Would change the account of Kim Winter <kim@example.org> to Kim Summer <kim.summer@example.org>, (907) 555-0144.\n',
    );
    expect(await stored()).toMatchObject([{ lastName: 'Winter' }]);
    expect((await edit(...fields, '--yes')).stderr).toBe(
      'Changed the account of Kim Summer <kim.summer@example.org>.\n',
    );
    const changed = { firstName: 'Kim', lastName: 'Summer', email: 'kim.summer@example.org' };
    expect(await stored()).toEqual([{ ...changed, phone: '(907) 555-0144' }]);
    expect(await events()).toEqual([{ kind: 'user.changed', channel: 'CLI', actor: null }]);
    expect((await laurel('users', 'edit', kimId, '--last', 'Summer', '--yes')).code).toBe(3);
  });

  it("refuses a taken address, one's own new address, an unknown user, and anyone but an administrator", async () => {
    const { email } = await makeAdmin(orm, { email: 'ada@example.org' });
    const snapshot = await watchRows(orm);
    expect(await edit('--email', 'ada@example.org', '--yes')).toMatchObject({
      ...{ code: 1, stderr: 'Another account already has this email address. Use a different one.\n' },
    });
    expect(
      (await laurel('users', 'edit', email, '--email', 'x@example.org', '--yes', '--as', email)).stderr,
    ).toBe('--email: Change your own email address in the browser, where you enter a code.\n');
    expect(await edit('--first', '', '--last', '', '--yes')).toMatchObject({
      ...{ code: 2, stderr: '--first: Enter a first name or a last name.\n' },
    });
    expect(await edit('--yes')).toMatchObject({
      ...{ code: 2, stderr: 'Choose what to change: --first, --last, --email, or --phone.\n' },
    });
    expect((await laurel('users', 'edit', 'nobody@example.org', '--last', 'X', '--yes')).code).toBe(1);
    expect((await edit('--last', 'X', '--yes', '--as', 'kim@example.org')).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TERMS_VERSION } from '#app/config/constants.ts';
import { action, loader } from '#app/routes/web/designate/agreement.tsx';
import { loader as loadMethod } from '#app/routes/web/designate/method.tsx';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase();
let orm: Orm;
let year: MadeYear;
beforeAll(async () => {
  orm = await openOrm(database.url);
  year = await makeYear(orm);
});
afterAll(() => orm.close(true));

const screen = screenConversation({ loader, action }, () => orm);
const AGREED = [
  ['accepted', 'on'],
  ['confirmed', 'on'],
] as const;
const VERSION_CONFLICT =
  'This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.';

let counselor: MadeUser;
let designation: MadeDesignation;
let path: string;
beforeEach(async () => {
  const [school, admin] = [await makeSchool(orm), await makeAdmin(orm)];
  counselor = (await makeCounselor(orm, [school.id])).user;
  designation = await makeDesignation(orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: admin.id,
    acceptedTermsAt: null,
  });
  path = `/designate/agreement?school=${school.id}&year=${year.id}`;
});

const stored = async () => {
  const row = await orm.em.fork().findOneOrFail(DesignationEntity, { id: designation.id });
  return { accepted: row.acceptedTermsAt !== null, version: row.version };
};
const versionShown = async () => {
  return String((await screen.open(counselor, path)).data.version);
};
const agree = async (version?: string) => {
  const fields = version === undefined ? AGREED : [...AGREED, ['version', version] as const];
  const reply = screen.send(counselor, path, fields);
  const response: unknown = await reply.catch((led: unknown) => led);
  return response instanceof Response ? response.headers.get('Location') : (await reply).data;
};

it('the agreement is saved on the version that the page showed, and on no other', async () => {
  const version = await versionShown();
  await orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { version: 2 });
  for (const expected of [version, undefined]) {
    await expect(agree(expected)).resolves.toMatchObject({ refusal: VERSION_CONFLICT });
    expect(await stored()).toEqual({ accepted: false, version: 2 });
  }
  expect(await agree(await versionShown())).toMatch(/^\/designate\/method\?/);
  expect(await stored()).toEqual({ accepted: true, version: 3 });
});

it('the agreement saves nothing if the terms are accepted already, even after other changes', async () => {
  await agree(await versionShown());
  expect(await agree('1')).toMatch(/^\/designate\/method\?/);
  expect(await stored()).toEqual({ accepted: true, version: 2 });
});

it('the agreement shows until when corrections are due while the designation is returned', async () => {
  const setDates = (dates: object) => orm.em.fork().nativeUpdate(AcademicYearEntity, { id: year.id }, dates);
  const correctionsDueAt = new Date('2026-12-15T09:00:00.000Z');
  await setDates({ dueAt: new Date('2026-12-01T09:00:00.000Z'), correctionsDueAt });
  const due = async () => {
    const agreement = await screen.open(counselor, path);
    const methodPath = path.replace('agreement', 'method');
    const method = await loadMethod(await screenArgs({ orm, user: counselor, path: methodPath }));
    return [agreement.data.due, method.data.due];
  };
  await orm.em
    .fork()
    .nativeUpdate(
      DesignationEntity,
      { id: designation.id },
      { acceptedTermsAt: new Date(), acceptedTermsVersion: TERMS_VERSION },
    );
  expect(await due()).toEqual([null, null]);
  await orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { status: 'RETURNED' });
  const text = { due: 'Due Tuesday, Dec 15, 2026, 12:00 AM AKST', detail: '24 days left' };
  expect(await due()).toEqual([text, text]);
  await setDates({ dueAt: null, correctionsDueAt: null });
  expect(await due()).toEqual([null, null]);
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  makeYear,
  type MadeSchool,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { screenBuild } from '#tests/support/screen-build.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

const screens = useRest({ build: screenBuild });
const VICTIM = { first: 'Quilla', last: 'Quarrel', dateOfBirth: '2009-03-03', email: 'quilla@x.example.org' };
const GUESSES = 160;

let year: MadeYear;
let theirs: MadeSchool;
let mine: MadeSchool;
let guesser: { user: MadeUser; actor: UserActor };
let browser: RestClient;

beforeAll(async () => {
  year = await makeYear(screens.orm);
});
beforeEach(async () => {
  await screens.orm.em.fork().nativeDelete(DesignationEntity, {});
  [mine, theirs] = [await makeSchool(screens.orm), await makeSchool(screens.orm)];
  guesser = await makeCounselor(screens.orm, [mine.id]);
  browser = await screens.as(guesser.user.id);
});

/** One birth date per student, one of which is correct. */
const guesses = Array.from({ length: GUESSES }, (_, day) =>
  studentInput({
    first: VICTIM.first,
    last: VICTIM.last,
    dateOfBirth: new Date(Date.UTC(2008, 9, 1 + day)).toISOString().slice(0, 10),
  }),
);

async function designateTheirs(student: typeof VICTIM) {
  const { user } = await makeCounselor(screens.orm, [theirs.id]);
  return makeDesignation(screens.orm, {
    ...{ highSchoolId: theirs.id, academicYearId: year.id, submittedById: user.id, status: 'PENDING' },
    students: [student],
  });
}

/** Every response about their designation that staff can read: screens as pages and data, and the REST API. */
async function allResponses(id: string): Promise<string[]> {
  const step = `school=${mine.id}&year=${year.id}`;
  const paths = [
    `/designations/${id}`,
    ...['agreement', 'method', 'students', 'review'].map((name) => `/designate/${name}?${step}`),
    '/',
    '/designations',
  ];
  const responses: string[] = [];
  for (const path of paths) {
    for (const requestPath of [path, path === '/' ? '/_root.data' : path.replace(/\?|$/, '.data$&')]) {
      const { status, body } = await browser.get(requestPath);
      expect([requestPath, status]).toEqual([requestPath, 200]);
      responses.push(JSON.stringify(body));
    }
  }
  const ctx = makeCtx({ orm: screens.orm, actor: guesser.actor });
  const saved = await patchDesignation(ctx, { id, patch: { classSize: GUESSES * 10 }, ifMatch: null });
  responses.push(JSON.stringify([await getDesignation(ctx, id), saved]));
  return responses;
}

describe('staff who type guesses about a student of another school', () => {
  it('see the same page whether a guess is right or not', async () => {
    const draft = await makeDesignation(screens.orm, {
      ...{ highSchoolId: mine.id, academicYearId: year.id, submittedById: guesser.user.id },
      ...{ classSize: GUESSES * 10, criteria: 'CUMULATIVE_GPA', students: guesses },
    });
    const wrong = await designateTheirs({ ...VICTIM, last: 'Somebody', dateOfBirth: '2007-01-01' });
    const withoutMatch = await allResponses(draft.id);
    await screens.orm.em.fork().nativeDelete(DesignationEntity, { id: wrong.id });
    await designateTheirs(VICTIM);
    expect(await allResponses(draft.id)).toEqual(withoutMatch);
    expect(withoutMatch.join()).not.toContain('onOtherLists');
  });
});

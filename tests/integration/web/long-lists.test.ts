import { beforeEach, expect, it } from 'vitest';
import { DesignationPatchBodySchema } from '#app/schemas/designation.ts';
import * as review from '#app/routes/web/designate/review.tsx';
import * as students from '#app/routes/web/designate/students.tsx';
import type { UserActor } from '#app/policy/actor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { Orm } from '#db/orm.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { type Fields, screenConversation } from '#tests/support/screen-conversation.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

/** More students than any class designates. A list of what each of them lacks would need minutes and gigabytes. */
const LIST = JSON.stringify(Array.from({ length: 300_000 }, () => ({})));
const SECONDS_MAX = 2;

let orm: Orm;
let scene: DesignationScene;
let yearId: string;
useDesignationScene((given) => {
  ({ orm, scene } = given);
  yearId = given.year.id;
});

let counselor: UserActor;
let id: string;
let path: string;
beforeEach(async () => {
  ({ id } = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA', acceptedTermsAt: new Date() }));
  counselor = scene.counselor;
  path = `?school=${scene.school.id}&year=${yearId}`;
});

const reviewed = screenConversation(review, () => orm);
const listed = screenConversation(students, () => orm);
const base: Fields = [['version', '1']];

it.each<[what: string, send: () => Promise<unknown>]>([
  [
    'a submission',
    () =>
      reviewed.send(counselor, `/designate/review${path}`, [...base, ['contents', `{"students":${LIST}}`]]),
  ],
  [
    'the list to undo',
    () =>
      listed.send(counselor, `/designate/students${path}`, [...base, ['intent', 'undo'], ['before', LIST]]),
  ],
  [
    'the list of the closed forms',
    () =>
      listed.send(counselor, `/designate/students${path}`, [...base, ['intent', 'review'], ['list', LIST]]),
  ],
])('%s with 300,000 students is refused at once and briefly', async (_what, send) => {
  const started = performance.now();
  const outcome: unknown = await send().catch((error: unknown) => error);
  expect(performance.now() - started).toBeLessThan(SECONDS_MAX * 1000);
  expect(JSON.stringify(outcome).length).toBeLessThan(10_000);
  const { version, status } = await orm.em.fork().findOneOrFail(DesignationEntity, { id });
  expect([version, status]).toEqual([1, 'STARTED']);
});

it('a body with 300,000 students has one error, whether or not it submits them', () => {
  for (const body of [{}, { status: 'PENDING' }]) {
    const started = performance.now();
    const { error } = DesignationPatchBodySchema.safeParse({
      ...body,
      students: JSON.parse(LIST) as unknown,
    });
    expect(performance.now() - started).toBeLessThan(SECONDS_MAX * 1000);
    expect(error?.issues.map(({ path }) => path)).toEqual([['students']]);
  }
});

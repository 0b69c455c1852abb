import { beforeEach, expect, it } from 'vitest';
import { countAudience, readAudience } from '#app/domain/emails/read-audience.server.ts';
import { readSelection } from '#app/domain/emails/recipient-selection.server.ts';
import { Forbidden, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import type { SelectedAudience } from '#app/schemas/email-audience.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let counting: CountingOrm;
let scene: AudienceScene;

beforeEach(async () => {
  counting = await openCountingOrm(database);
  scene = await makeAudienceScene(counting.orm);
});

const ctxOf = (actor: Actor = actorOf(scene.admin)) => makeCtx({ orm: counting.orm, actor });
const read = (choice: SelectedAudience) => readAudience(ctxOf(), { choice });

/** Each recipient's first name and the schools that the email names. */
async function named(choice: SelectedAudience): Promise<string[]> {
  const { people, recipients } = await read(choice);
  expect(await countAudience(ctxOf(), { choice })).toBe(recipients);
  return people.map(({ firstName, schools }) => [firstName, ...schools].join(', '));
}

const selected = (schools: readonly MadeSchool[], people: readonly MadeUser[] = []): SelectedAudience => ({
  ...{ target: 'SELECTED', positions: [] },
  ...{ schoolIds: schools.map(({ id }) => id), userIds: people.map(({ id }) => id) },
});

it("selected schools and people are the schools' staff in the positions, and the people whatever their positions", async () => {
  const { schools, people } = scene;
  expect(await named(selected([schools.Birch]))).toEqual(['Ann, Birch High', 'Ben, Birch High']);
  expect(await named({ ...selected([schools.Birch]), positions: ['REGISTRAR'] })).toEqual([
    'Ben, Birch High',
  ]);
  expect(await named({ ...selected([schools.Birch], [people.eve]), positions: ['REGISTRAR'] })).toEqual([
    'Ben, Birch High',
    'Eve, Dogwood High',
  ]);
});

it('selected people get one email each, with all active schools of the people who were selected themselves', async () => {
  const { schools, people } = scene;
  expect(await named(selected([schools.Birch, schools.Birch], [people.ann, people.shut]))).toEqual([
    'Ann, Alder High, Birch High',
    'Ben, Birch High',
    'Shut',
  ]);
});

it('a selection includes no one of a closed school, a deleted account, or an empty selection', async () => {
  const { schools, people } = scene;
  expect(await named(selected([schools.Closed], [people.gone]))).toEqual([]);
  expect((await read(selected([], [people.gone]))).leftOut).toMatchObject([{ why: 'DELETED' }]);
  expect(await named(selected([]))).toEqual([]);
});

it('schools and people to select are searched only by administrators, with a fixed number of statements', async () => {
  const input = { schoolIds: [scene.schools.Alder.id], userIds: [scene.people.ann.id], find: 'High' };
  const { actor: staff } = await makeCounselor(counting.orm, [scene.schools.Alder.id]);
  expect(await refusalOf(readSelection(ctxOf(staff), input))).toBeInstanceOf(Forbidden);
  expect(await refusalOf(readSelection(ctxOf(ANONYMOUS), input))).toBeInstanceOf(Unauthorized);
  const search = (ids: Partial<typeof input>) =>
    counting.count(() => readSelection(ctxOf(), { ...input, ...ids }));
  const schoolIds = Object.values(scene.schools).map(({ id }) => id);
  expect(await search({ schoolIds })).toBe(await search({}));
});

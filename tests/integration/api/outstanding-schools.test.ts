import { beforeEach, expect, it } from 'vitest';
import { getAdminHome } from '#app/domain/home/admin-home.server.ts';
import { OutstandingSchoolSchema } from '#app/schemas/home-screens.ts';
import { actorOf, makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { makeHomeScene } from '#tests/support/home-scene.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest({ per: 'each test' });
const PATH = '/api/highschools/outstanding';

let admin: MadeUser;
let client: RestClient;

beforeEach(async () => {
  await makeHomeScene(rest.orm);
  admin = await makeAdmin(rest.orm);
  client = await rest.as(admin.id);
});

const list = async (query = '') =>
  (await client.get(`${PATH}${query}`)).read(OutstandingSchoolSchema.array());

it('the call for outstanding schools lists those of the dashboard in the same order', async () => {
  const ctx = makeCtx({ orm: rest.orm, actor: actorOf(admin), now: () => new Date() });
  const home = await getAdminHome(ctx, { page: { limit: 50, offset: 0 } });
  expect(home?.outstanding.length).toBeGreaterThan(1);
  expect(await list()).toEqual(home?.outstanding);
});

it('the call for outstanding schools filters by state and pages with the total', async () => {
  const all = await list();
  const [{ state } = { state: 'STARTED' }] = all;
  expect(await list(`?state=${state}`)).toEqual(all.filter((school) => school.state === state));
  const page = await client.get(`${PATH}?limit=1&offset=1`);
  expect(page.read(OutstandingSchoolSchema.array())).toEqual(all.slice(1, 2));
  expect(page.headers.get('X-Total-Count')).toBe(String(all.length));
  expect((await client.get(`${PATH}?state=APPROVED`)).status).toBe(400);
});

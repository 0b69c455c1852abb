import { beforeEach, describe, expect, it } from 'vitest';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest({ per: 'each test' });
let owner: MadeUser;
let client: RestClient;

beforeEach(async () => {
  owner = await makeAdmin(rest.orm);
  client = await rest.as(owner.id);
});

const VIEWS = '/api/users/@me/views';

describe('users/@me/views', () => {
  it('saves, lists, reads, changes, and deletes views, with versions', async () => {
    const created = await client.post(VIEWS, {
      name: 'To review',
      list: 'designations',
      query: 'status=PENDING',
    });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'To review', query: 'status=PENDING', version: 1 },
    });
    const { id, link } = created.body as { id: string; link: string };
    expect(link).toMatch(/^https?:\/\/[^/]+\/designations\?status=PENDING$/);
    await client.post(VIEWS, { name: 'Active', list: 'highschools', query: 'status=ACTIVE' });
    expect((await client.get(`${VIEWS}?list=designations`)).body).toEqual([created.body]);
    const page = await client.get(`${VIEWS}?limit=1&direction=asc`);
    expect([page.headers.get('X-Total-Count'), page.body]).toEqual(['2', [created.body]]);
    const read = await client.get(`${VIEWS}/${id}`);
    const ifMatch = { 'If-Match': read.headers.get('ETag') ?? '' };
    // An answer may be sent back as it is.
    const changed = await client.patch(
      `${VIEWS}/${id}`,
      { ...(read.body as object), name: 'Waiting' },
      ifMatch,
    );
    expect(changed).toMatchObject({ status: 200, body: { name: 'Waiting', version: 2 } });
    expect((await client.patch(`${VIEWS}/${id}`, { name: 'Late' }, ifMatch)).status).toBe(412);
    expect((await client.delete(`${VIEWS}/${id}`, ifMatch)).status).toBe(412);
    expect((await client.delete(`${VIEWS}/${id}`)).status).toBe(204);
    expect((await client.get(`${VIEWS}/${id}`)).status).toBe(404);
  });

  it('refuses a used name, an unknown list, and a filter that the list does not have', async () => {
    await makeSavedView(rest.orm, { userId: owner.id });
    const view = { name: 'X', list: 'designations', query: '' };
    expect((await client.post(VIEWS, { ...view, name: 'to REVIEW' })).status).toBe(409);
    expect((await client.post(VIEWS, { ...view, list: 'students' })).status).toBe(400);
    expect(await client.post(VIEWS, { ...view, query: 'student=Ada' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['query'] }] },
    });
  });

  it("neither lists nor shows another administrator's views", async () => {
    const id = await makeSavedView(rest.orm, { userId: owner.id, name: 'Not theirs' });
    const other = await rest.as((await makeAdmin(rest.orm)).id);
    expect((await other.get(VIEWS)).body).toEqual([]);
    for (const response of [
      await other.get(`${VIEWS}/${id}`),
      await other.patch(`${VIEWS}/${id}`, { name: 'Mine' }),
      await other.delete(`${VIEWS}/${id}`),
    ]) {
      expect(response.status).toBe(404);
      expect(JSON.stringify(response.body)).not.toContain('Not theirs');
    }
    expect((await client.get(`${VIEWS}/${id}`)).body).toMatchObject({ name: 'Not theirs', version: 1 });
  });
});

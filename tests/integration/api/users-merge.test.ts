import { describe, expect, it } from 'vitest';
import { UserMergeResponseSchema, UserMergePreviewSchema } from '#app/schemas/user-merge.ts';
import { UserResponseSchema } from '#app/schemas/user.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { FORBIDDEN, UNKNOWN_ID, NOT_FOUND, VERSION_CONFLICT } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

async function scene() {
  const school = await makeSchool(rest.orm);
  const admin = await rest.as((await makeAdmin(rest.orm)).id);
  const { user: old } = await makeCounselor(rest.orm, [school.id]);
  const current = await makeUser(rest.orm);
  return { school, admin, old, current, path: `/api/users/${old.id}/merge/${current.id}` };
}

describe('users/{id}/merge/{intoId}', () => {
  it('previews the merge, makes it, and ends the sessions of the merged account', async () => {
    const { school, admin, old, current, path } = await scene();
    const theirs = await rest.as(old.id);
    const preview = (await admin.get(path)).read(UserMergePreviewSchema);
    expect(preview).toMatchObject({ refusal: null, highSchools: [{ highSchoolId: school.id, isNew: true }] });
    expect(preview.from.belongings.sessions).toBe(1);
    const merged = await admin.send('POST', path, { intoVersion: 1 }, { 'If-Match': '"1"' });
    expect(merged.read(UserMergeResponseSchema)).toMatchObject({
      user: { id: current.id, version: 2 },
      merged: { id: old.id, flags: ['DELETED'], mergedIntoId: current.id },
      highSchools: preview.highSchools,
    });
    expect((await theirs.get('/api/users/@me')).status).toBe(401);
    expect((await admin.get(`/api/users/${old.id}`)).read(UserResponseSchema).mergedIntoId).toBe(current.id);
    expect((await admin.send('POST', path, {})).status).toBe(409);
  });

  it('changes nothing with an older version of either account', async () => {
    const { admin, path } = await scene();
    expect((await admin.send('POST', path, { intoVersion: 2 })).body).toEqual(VERSION_CONFLICT);
    expect((await admin.send('POST', path, {}, { 'If-Match': '"2"' })).body).toEqual(VERSION_CONFLICT);
    expect((await admin.get(path)).read(UserMergePreviewSchema).refusal).toBeNull();
  });

  it('is only for administrators, even for your own accounts, and returns 404 for unknown accounts', async () => {
    const { admin, old, path } = await scene();
    const own = await rest.as(old.id);
    expect((await own.get(path)).body).toEqual(FORBIDDEN);
    expect((await own.send('POST', path, {})).body).toEqual(FORBIDDEN);
    const unknown = `/api/users/${old.id}/merge/${UNKNOWN_ID}`;
    expect((await admin.get(unknown)).body).toEqual(NOT_FOUND);
    expect((await admin.send('POST', unknown, {})).body).toEqual(NOT_FOUND);
  });

  it("treats the old address like any deleted account's when signing in", async () => {
    const { admin, old, current, path } = await scene();
    await admin.send('POST', path, {});
    const anonymous = await rest.as(null);
    const [asked, unknown] = [
      await anonymous.send('POST', '/api/login', { email: old.email }),
      await anonymous.send('POST', '/api/login', { email: 'unknown@school.example.org' }),
    ];
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
    const wrong = { email: old.email, code: '000000' };
    const refusals = [
      await anonymous.send('POST', '/api/login/code', wrong),
      await anonymous.send('POST', '/api/login/code', { ...wrong, email: 'unknown@school.example.org' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400]);
    expect(refusals[0]?.body).toEqual(refusals[1]?.body);
    expect(JSON.stringify(refusals[0]?.body)).not.toContain(current.email);
  });
});

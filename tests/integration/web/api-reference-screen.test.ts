import { afterAll, beforeAll, expect, it } from 'vitest';
import { loader as loadOverview } from '#app/routes/web/reference/api-reference.tsx';
import { loader as loadGroup } from '#app/routes/web/reference/api-reference-group.tsx';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: MadeUser;

beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = await makeAdmin(orm);
});
afterAll(() => orm.close(true));

async function groupOf(group: string) {
  const args = await screenArgs({ orm, user: admin, path: `/api/docs/${group}` });
  return (await loadGroup({ ...args, params: { group } })).data;
}

async function callOf(group: string, id: string) {
  const call = (await groupOf(group)).calls.find((one) => one.id === id);
  if (call === undefined) throw new Error(`${id} isn't on the page.`);
  return call;
}

it('the API reference has each call on the page of exactly one group', async () => {
  const { groups } = (await loadOverview(await screenArgs({ orm, user: admin, path: '/api/docs' }))).data;
  const listed = groups.flatMap(({ calls }) => calls.map(({ id }) => id));
  const shown = (await Promise.all(groups.map(({ slug }) => groupOf(slug)))).flatMap(({ calls }) =>
    calls.map(({ id }) => id),
  );
  expect(listed.length).toBeGreaterThan(80);
  expect(new Set(listed).size).toBe(listed.length);
  expect(shown).toEqual(listed);
});

it('the API reference says who may call, as the permission table does', async () => {
  const descriptionOf = async (group: string, id: string) => (await callOf(group, id)).description;
  expect(await descriptionOf('sign-in', 'requestLoginCode')).toContain('For anyone.');
  expect(await descriptionOf('academic-years', 'getActiveYear')).toContain('For anyone who is signed in.');
  expect(await descriptionOf('designations', 'getDesignation')).toContain(
    'For administrators and staff of the school.',
  );
  expect(await descriptionOf('users', 'deleteUser')).toContain('For administrators.');
  expect(await descriptionOf('users', 'updateUser')).toContain('For administrators and the user themselves.');
});

it("the API reference lists the fields of a body and their fields, but not those that callers can't set", async () => {
  const { body, curl } = await callOf('designations', 'updateDesignation');
  const names = body.map(({ name }) => name);
  expect(names).toContain('students[].address.zip5');
  expect(names).not.toContain('updatedAt');
  expect(body.find(({ name }) => name === 'status')).toEqual({
    name: 'status',
    type: 'STARTED, PENDING, RETURNED, APPROVED, REJECTED',
    isRequired: false,
    description: '',
  });
  expect(curl).toBe(
    [
      'curl -X PATCH "$APP_URL/api/designations/$ID"',
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"classSize":20,"criteria":"CUMULATIVE_GPA"}'`,
    ].join(' \\\n  '),
  );
});

it("the API reference's curl commands put IDs of a body outside of the quotes, so that the shell replaces them", async () => {
  const { curl } = await callOf('designations', 'createDesignation');
  expect(curl).toContain(
    `-d '{"highSchoolId":"'"$HIGH_SCHOOL_ID"'","academicYearId":"'"$ACADEMIC_YEAR_ID"'"}'`,
  );
});

it('the API reference merges the fields of the targets of an email', async () => {
  const { body } = await callOf('emails', 'sendEmail');
  const fieldOf = (name: string) => body.find((field) => field.name === name);
  expect(fieldOf('target')).toMatchObject({ isRequired: true });
  expect(fieldOf('target')?.type).toContain('ADMINS');
  expect(fieldOf('status')).toMatchObject({ isRequired: false });
});

it('the API reference returns 404 for a group that does not exist', async () => {
  await expect(groupOf('nothing')).rejects.toMatchObject({ init: { status: 404 } });
});

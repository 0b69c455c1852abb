import { beforeAll, describe, expect, it } from 'vitest';
import { loader as loadDetails } from '#app/routes/web/manage/manage-details.tsx';
import { loader as loadList } from '#app/routes/web/manage/manage-list.tsx';
import { HighSchoolResponseSchema, HighSchoolListItemSchema } from '#app/schemas/high-school.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const rest = useRest();
let school: MadeSchool;
let clients: Record<'staff' | 'admin', RestClient>;
let users: Record<'staff' | 'admin', MadeUser>;

beforeAll(async () => {
  school = await makeSchool(rest.orm, { notes: 'Slow to answer.', salesforceId: 'SF-1' });
  users = { admin: await makeAdmin(rest.orm), staff: (await makeCounselor(rest.orm, [school.id])).user };
  clients = { admin: await rest.as(users.admin.id), staff: await rest.as(users.staff.id) };
  const change = (patch: object) => clients.admin.patch(`/api/highschools/${school.id}`, patch);
  await change({ notes: 'Late again.' });
  rest.clock.advance(60_000);
  await change({ notes: 'Answers late.', salesforceId: 'SF-2', phone: '(907) 555-0177' });
});

const argsOf = async (who: 'staff' | 'admin', path: string) => ({
  ...(await screenArgs({ orm: rest.orm, user: users[who], path })),
  params: { id: school.id },
});

/** The expected remarks per role. Only administrators may write and read them. */
const VISIBLE = {
  admin: { notes: 'Answers late.', salesforceId: 'SF-2' },
  staff: { notes: '', salesforceId: '' },
} as const;

describe.each(['admin', 'staff'] as const)("administrators' remarks about a school, read as %s,", (who) => {
  it('are the same in every call and on every screen', async () => {
    const own = `/api/highschools/${school.id}`;
    const [listed] = (await clients[who].get('/api/highschools')).read(HighSchoolListItemSchema.array());
    const read = (await clients[who].get(own)).read(HighSchoolResponseSchema);
    const patched = (await clients[who].patch(own, { fax: '' })).read(HighSchoolResponseSchema);
    const { data: shown } = await loadDetails(await argsOf(who, `/manage/${school.id}`));
    for (const response of [listed, read, patched, shown.school])
      expect(response).toMatchObject(VISIBLE[who]);
  });

  it('are hidden in the history, which has no entry if only they changed', async () => {
    const { data: shown } = await loadDetails(await argsOf(who, `/manage/${school.id}`));
    const phone = { from: '(907) 555-0200', to: '(907) 555-0177' };
    const history = shown.timeline.entries.map(({ fields }) => fields);
    expect(history).toEqual(
      who === 'staff'
        ? [{ phone }]
        : [
            {
              phone,
              notes: { from: 'Late again.', to: 'Answers late.' },
              salesforceId: { from: 'SF-1', to: 'SF-2' },
            },
            { notes: { from: 'Slow to answer.', to: 'Late again.' } },
          ],
    );
  });
});

describe('the filter by notes', () => {
  it('works for administrators, and returns 403 to staff whether it would match or not', async () => {
    const found = await clients.admin.get('/api/highschools?notes=late');
    expect(found.read(HighSchoolListItemSchema.array()).map(({ id }) => id)).toEqual([school.id]);
    for (const notes of ['late', 'nothing of the kind']) {
      const response = await clients.staff.get(`/api/highschools?notes=${notes}`);
      expect([response.status, response.body]).toEqual([
        403,
        { statusCode: 403, error: 'Forbidden', message: 'Only administrators may filter schools by notes.' },
      ]);
    }
  });

  it('is shown only to administrators, and rejected for staff on the screen too', async () => {
    const offered = async (who: 'staff' | 'admin') =>
      (await loadList(await argsOf(who, '/manage'))).data.mayReadRemarks;
    expect([await offered('admin'), await offered('staff')]).toEqual([true, false]);
    const refused = await refusalOf(loadList(await argsOf('staff', '/manage?notes=late')));
    expect(refused).toMatchObject({ init: { status: 403 } });
  });
});

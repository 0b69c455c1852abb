import { beforeEach, describe, expect, it } from 'vitest';
import {
  action as createAction,
  loader as createLoader,
} from '#app/routes/web/high-schools/create-high-school.tsx';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { MadeUser } from '#tests/factories/user-factory.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { ADMIN_FORM, type Fields, redirectOf, useSchoolScene } from '#tests/support/school-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const scene = useSchoolScene();
const { everything } = scene;
type Made = typeof scene.made;
let orm: Made['orm'];
let admin: Made['admin'];
let counselor: Made['counselor'];
let former: Made['former'];
beforeEach(() => {
  ({ orm, admin, counselor, former } = scene.made);
});

describe('a new school', () => {
  const create = async (user: MadeUser, form: Fields) =>
    createAction(await screenArgs({ orm: orm, user, path: '/highschools/create', form }));
  const NEW = ADMIN_FORM.filter(([name]) => !['intent', 'version', 'status'].includes(name));

  it("is INACTIVE and in the installation's state, and its page follows", async () => {
    const [to, said] = await redirectOf(create(admin, NEW));
    const row = await orm.em.fork().findOneOrFail(HighSchoolEntity, { name: 'Aurora Borealis High' });
    expect([to, said]).toEqual([`/highschools/${row.id}`, 'success: Changes saved!']);
    expect([row.status, row.address.state]).toEqual(['INACTIVE', 'AK']);
  });

  it('is refused without its required fields, each by name', async () => {
    expect(await create(admin, [])).toMatchObject({
      init: { status: 400 },
      data: {
        error: {
          name: ['Name is required.'],
          phone: ['Phone is required.'],
          'address.address1': ['Address is required.'],
          'address.city': ['City is required.'],
          'address.zip5': ['Zipcode is required.'],
        },
      },
    });
  });

  it('is only for administrators: page and form return 403 to staff', async () => {
    const untouched = await everything();
    for (const user of [counselor, former]) {
      const args = await screenArgs({ orm: orm, user, path: '/highschools/create' });
      expect(await refusalOf(createLoader(args))).toMatchObject({ init: { status: 403 } });
      for (const form of [NEW, []]) {
        expect(await refusalOf(create(user, form))).toMatchObject({ init: { status: 403 } });
      }
    }
    expect(await everything()).toEqual(untouched);
  });
});

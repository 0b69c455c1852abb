import { expect, it } from 'vitest';
import { action } from '#app/routes/web/users/user-details.tsx';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type Fields, redirectOf, useSchoolScene } from '#tests/support/school-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const scene = useSchoolScene();

it('deleting a user needs the current version: 400 without one, a conflict for an older one', async () => {
  const { orm, admin, counselor } = scene.made;
  const path = `/users/${counselor.id}`;
  const press = async (...fields: Fields) => {
    const args = await screenArgs({ orm, user: admin, path, form: [['intent', 'delete'], ...fields] });
    return action({ ...args, params: { id: counselor.id } });
  };
  const untouched = await scene.everything();
  for (const fields of [[], [['version', '']], [['version', 'any']]] as const) {
    expect(await refusalOf(press(...fields))).toMatchObject({ init: { status: 400 } });
  }
  expect((await redirectOf(press(['version', '7'])))[1]).toContain('This was changed in the meantime');
  expect(await scene.everything()).toEqual(untouched);
  expect(await redirectOf(press(['version', '1']))).toEqual([
    path,
    `success: ${counselor.firstName} ${counselor.lastName} has been deleted.`,
  ]);
});

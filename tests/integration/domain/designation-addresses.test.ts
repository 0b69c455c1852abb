import { expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given));

it('a save drops a ZIP+4 that is sent back beside another street, city, or ZIP code, and keeps a new one', async () => {
  const { id, students } = await scene.draft({ students: 1 });
  const [student] = students;
  const store = async (part: Partial<DesignationResponse['students'][number]['address']>) => {
    const { students: stored } = await getDesignation(makeCtx({ orm, actor: scene.counselor }), id);
    const address = { ...stored[0]?.address, ...part };
    const response = await scene.patch(id, { students: [{ ...student, address }] });
    const { zip5, zip4 } = response.students[0]?.address ?? {};
    return `${zip5}-${zip4}`;
  };
  const home = { address1: '1 Birch St', city: 'Kenai', zip5: '99669', zip4: '9712' };
  for (const [change, expected] of [
    [{ zip5: '99999' }, '99999-'],
    [{ city: 'Soldotna' }, '99669-'],
    [{ address1: '2 Birch St' }, '99669-'],
    [{ address2: 'Apt 4' }, '99669-9712'],
    [{ zip5: '99999', zip4: '1234' }, '99999-1234'],
    [{ zip4: '1234' }, '99669-1234'],
    [{}, '99669-9712'],
  ] as const) {
    await store({ ...home, address2: '', zip4: '' });
    await store(home);
    expect([change, await store(change)]).toEqual([change, expected]);
  }
});

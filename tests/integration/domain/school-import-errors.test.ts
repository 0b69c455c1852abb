import { beforeEach, describe, expect, it } from 'vitest';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: UserActor;

beforeEach(async () => {
  orm = await database.openOrm();
  admin = actorOf(await makeAdmin(orm));
  await makeSchool(orm, { name: 'Aurora High', bannerCode: 'A1', salesforceId: '' });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const planned = async (text: string) =>
  (await planSchoolImport(makeCtx({ orm, actor: admin }), bytesOf(text))).shown;

describe('the dry run of a school list with errors', () => {
  it("reports rows that can't be matched", async () => {
    await makeSchool(orm, { name: 'Twin High', bannerCode: 'T' });
    await makeSchool(orm, { name: 'TWIN HIGH', bannerCode: 't' });
    const { rows } = await planned(
      'name,bannerCode\nTwin High,\nOther,T\nAurora High,Z9\nAurora High,A1\n,\nNew High,',
    );
    expect(
      rows.map(({ number, outcome, errors }) => [number, outcome, ...errors.map(({ message }) => message)]),
    ).toEqual([
      [2, 'error', 'Several schools are called Twin High. Enter the banner code of the one you mean.'],
      [3, 'error', 'Several schools have the banner code T. Correct the duplicates first.'],
      [4, 'error', 'The school with this name has a different banner code: A1. Correct one of the codes.'],
      [5, 'unchanged'],
      [7, 'error', 'Phone is required.', 'Address is required.', 'City is required.', 'Zipcode is required.'],
    ]);
  });

  it('names each wrong cell by its field', async () => {
    const { rows } = await planned(
      'name;phone;zip5;status;salesforce id\nAurora High;555;998;open;x\nNew High;907;1;gone;',
    );
    const phone = 'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...';
    const zip = 'Zipcode must be exactly 5 digits.';
    const status = 'Must be one of: ACTIVE, INACTIVE.';
    expect(rows.map(({ errors }) => errors)).toEqual([
      [
        { field: 'phone', message: phone },
        { field: 'status', message: status },
        { field: 'address.zip5', message: zip },
      ],
      [
        { field: 'phone', message: phone },
        { field: 'address.address1', message: 'Address is required.' },
        { field: 'address.city', message: 'City is required.' },
        { field: 'address.zip5', message: zip },
        { field: 'status', message: status },
      ],
    ]);
  });
});

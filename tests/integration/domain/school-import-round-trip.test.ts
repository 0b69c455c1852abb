import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { streamHighSchools } from '#app/domain/exports/stream-lists.server.ts';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let ctx: Ctx;
let aurora: MadeSchool;

beforeEach(async () => {
  orm = await database.openOrm();
  ctx = makeCtx({ orm, actor: actorOf(await makeAdmin(orm)) });
  aurora = await makeSchool(orm, {
    name: 'Aurora High',
    bannerCode: '021099',
    notes: '=1+1\nA second line, with a comma',
    fax: '(907) 555-0198',
  });
  await orm.em.fork().nativeUpdate(HighSchoolEntity, aurora.id, {
    address: { address1: '1 Main, Rear', address2: 'Suite 4', firmName: 'District Office', zip4: '1234' },
  });
  await makeCounselor(orm, [aurora.id]);
  // Two schools with the same name and no banner code, which only their IDs tell apart.
  for (let n = 0; n < 2; n += 1) await makeSchool(orm, { name: 'Birch High', bannerCode: '' });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function exported(): Promise<Uint8Array> {
  const { stream } = await streamHighSchools({ ...ctx, em: orm.em.fork() }, { filter: {} });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe('a file of exported schools', () => {
  it('changes nothing when it is imported as it is', async () => {
    const { shown } = await planSchoolImport(ctx, await exported());
    expect(shown.counts).toEqual({ create: 0, update: 0, unchanged: 3, similar: 0, error: 0 });
    expect(shown.ignoredHeaders).toEqual(['staff', 'approved designations']);
  });

  it('changes what was changed in it: the name and the address on one line', async () => {
    const [header = [], ...rows] = parse(new TextDecoder().decode(await exported()), { bom: true });
    const [name, address] = [header.indexOf('name'), header.indexOf('address')];
    const changed = rows.map((row) =>
      row[0] === aurora.id
        ? row.with(name, 'Aurora Borealis High').with(address, '2 New Road, Sitka, AK 99835')
        : row,
    );
    const bytes = bytesOf(stringify([header, ...changed]));
    const { shown } = await planSchoolImport(ctx, bytes);
    expect(shown.counts).toMatchObject({ update: 1, unchanged: 2, error: 0 });
    await importSchools({ ...ctx, em: orm.em.fork() }, { bytes, plan: shown.plan });
    const stored = await orm.em.fork().findOneOrFail(HighSchoolEntity, { id: aurora.id });
    expect(stored.name).toBe('Aurora Borealis High');
    expect(stored.address).toMatchObject({
      ...{ address1: '2 New Road', address2: '', city: 'Sitka', state: 'AK', zip5: '99835', zip4: '' },
      firmName: 'District Office',
    });
  });

  it('says what is wrong with an address that it cannot read, and changes nothing', async () => {
    const { shown } = await planSchoolImport(ctx, bytesOf(`id,address\n${aurora.id},Somewhere`));
    expect(shown.rows).toEqual([
      expect.objectContaining({
        outcome: 'error',
        errors: [
          {
            field: 'address',
            message: "We can't read this address. Write it like 1 Main Street, Juneau, AK 99801.",
          },
        ],
      }),
    ]);
  });

  it("does not give a school another school's banner code", async () => {
    const other = await makeSchool(orm, { name: 'Cedar High', bannerCode: 'C1' });
    const { shown } = await planSchoolImport(ctx, bytesOf(`id,banner code\n${aurora.id},c1`));
    expect(shown.rows[0]).toMatchObject({
      outcome: 'error',
      errors: [{ field: null, message: `${other.name} has the banner code c1. Correct one of the codes.` }],
    });
  });
});

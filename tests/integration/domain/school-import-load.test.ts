import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { EventEntity } from '#db/entities/event.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

describe('a large list of schools', () => {
  const database = useDatabase();
  let countingOrm: CountingOrm;
  let actor: UserActor;
  beforeAll(async () => {
    countingOrm = await openCountingOrm(database.url);
    actor = actorOf(await makeAdmin(countingOrm.orm));
  });
  afterAll(() => countingOrm.orm.close(true));

  const bytesOf = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'));
  const ctx = () => makeCtx({ orm: countingOrm.orm, actor });
  const planned = async (lines: readonly string[]) => (await planSchoolImport(ctx(), bytesOf(lines))).shown;
  const numbered = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n));

  it('with thousands of combining accents is refused without normalizing them', async () => {
    const pile = `a${'\u0316\u0301'.repeat(4_990)}`;
    const lines = ['name,notes', ...numbered(60, (n) => `${pile}${n},x\nSchool ${n},${pile}`)];
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const { counts, rows } = await planned(lines);
    const longest = Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));
    normalize.mockRestore();
    expect(longest).toBeLessThan(1_000);
    expect(counts).toEqual({ create: 0, update: 0, unchanged: 0, similar: 0, error: 120 });
    expect(rows[1]?.errors).toContainEqual({
      field: 'notes',
      message: 'Must have at most 30 accents per character.',
    });
  });

  it("doesn't block other requests while it is matched", async () => {
    let others = 0;
    const counting = setInterval(() => (others += 1), 1);
    const { counts } = await planned(['name', ...numbered(4_000, (n) => `School ${n}`)]);
    clearInterval(counting);
    expect(counts.error).toBe(4_000);
    expect(others).toBeGreaterThan(10);
  });

  it('is stored with all events, a hundred schools at a time', async () => {
    const lines = [
      'name,bannerCode,phone,address1,city,zip5,status',
      ...numbered(
        1_200,
        (n) => `School ${n},B${n},9075550101,1 Road,Nome,99762,${n % 2 === 0 ? 'ACTIVE' : ''}`,
      ),
    ];
    const { plan } = await planned(lines);
    const statements = await countingOrm.count(() => importSchools(ctx(), { bytes: bytesOf(lines), plan }));
    expect(statements).toBeLessThan(100);
    expect((await planned(lines)).counts).toEqual({
      create: 0,
      update: 0,
      unchanged: 1_200,
      similar: 0,
      error: 0,
    });
    const em = countingOrm.orm.em.fork();
    expect(await em.count(EventEntity)).toBe(1_800);
    expect(await em.count(EventEntity, { kind: 'highSchool.changed' })).toBe(600);
    expect(await em.count(EventEntity, { kind: 'highSchool.created' })).toBe(1_200);
  });
});

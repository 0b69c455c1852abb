import { knex, type Knex } from '@mikro-orm/postgresql';
import { afterEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.server.ts';

let open: Knex | undefined;

function connect(url: string): Knex {
  open = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  return open;
}

afterEach(() => open?.destroy());

describe('a database for each test', () => {
  const database = useDatabase('each test');

  it.each(['first', 'second'])('starts empty for the %s test', async () => {
    const db = connect(database.url);
    await db.raw('create table leftover (id int)');
    await db.raw('insert into leftover values (1)');
    const result = await db.raw<{ rows: { n: number }[] }>('select count(*)::int as n from leftover');
    expect(result.rows).toEqual([{ n: 1 }]);
  });

  it('has UTF-8, Unicode case rules and ICU collations', async () => {
    const db = connect(database.url);
    const result = await db.raw<{ rows: unknown[] }>(
      `select lower('ÉA') as lower, 'É' ilike 'é' as alike,
              (select array_agg(x order by x collate "en-x-icu") from unnest(array['b', 'A', 'é', 'f', 'a']) x) as sorted`,
    );
    expect(result.rows).toEqual([{ lower: 'éa', alike: true, sorted: ['a', 'A', 'b', 'é', 'f'] }]);
  });
});

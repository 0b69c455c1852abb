import { describe, expect, it } from 'vitest';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

describe('a database for each test', () => {
  const database = useDatabase('each test');

  it.each(['first', 'second'])('starts empty for the %s test', async () => {
    await runStatements(database.url, ['create table leftover (id int)', 'insert into leftover values (1)']);
    expect(await queryRows(database.url, 'select id from leftover')).toEqual([{ id: 1 }]);
  });

  it('has UTF-8, Unicode case rules and ICU collations', async () => {
    const rows = await queryRows(
      database.url,
      `select lower('ÉA') as lower, 'É' ilike 'é' as alike,
              (select array_agg(x order by x collate "en-x-icu") from unnest(array['b', 'A', 'é', 'f', 'a']) x) as sorted`,
    );
    expect(rows).toEqual([{ lower: 'éa', alike: true, sorted: ['a', 'A', 'b', 'é', 'f'] }]);
  });
});

describe('a database that the tests of a file share', () => {
  const database = useDatabase();

  it('is empty when the first test begins', async () => {
    await runStatements(database.url, ['create table shared (id int)']);
    expect(await queryRows(database.url, 'select id from shared')).toEqual([]);
  });

  it('still has the rows of earlier tests', async () => {
    await runStatements(database.url, ['insert into shared values (1)']);
    expect(await queryRows(database.url, 'select id from shared')).toEqual([{ id: 1 }]);
  });
});

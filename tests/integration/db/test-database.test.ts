import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
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

describe('a database for each test with a shared ORM', () => {
  const database = useDatabase('each test');
  let orm: Orm;
  let others: Orm[] = [];
  beforeEach(async () => {
    others = [...others, orm];
    orm = await database.openOrm();
  });

  const isEmpty = async () => {
    const counts = [await orm.em.fork().count(UserAccountEntity), await orm.em.fork().count(EventEntity)];
    return counts.every((count) => count === 0);
  };
  const fill = async () => {
    await makeUser(orm);
    await orm.em.fork().insert(EventEntity, {
      ...{ id: randomUUID(), at: new Date(), channel: 'REST', kind: 'user.created' },
      ...{ subjectType: 'USER', subjectId: randomUUID() },
    });
  };

  it.each(['first', 'second'])('starts empty for the %s test, even in tables that only grow', async () => {
    expect(await isEmpty()).toBe(true);
    await fill();
    expect(await isEmpty()).toBe(false);
  });

  it('has the ORM of the test before', () => {
    expect(orm).toBe(others.at(-1));
  });

  it('is followed by another if a test changes the structure', async () => {
    await fill();
    await orm.em.fork().execute('alter table event add column extra int');
    expect(await isEmpty()).toBe(false);
  });

  it('has the structure of the migrations after that', async () => {
    expect(orm).not.toBe(others.at(-1));
    expect(await isEmpty()).toBe(true);
    await fill();
    await orm.em.fork().begin();
  });

  it('is followed by another if a test leaves a transaction open', async () => {
    expect(orm).not.toBe(others.at(-1));
    expect(await isEmpty()).toBe(true);
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

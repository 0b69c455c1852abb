import { expect, it } from 'vitest';
import { openOrm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();

it.each(['require', 'verify-full'])('sslmode=%s never continues without encryption', async (mode) => {
  const url = new URL(database.url);
  url.searchParams.set('sslmode', mode);
  const orm = await openOrm(url.href);
  try {
    await expect(orm.em.fork().execute('select 1')).rejects.toThrow('does not support SSL');
  } finally {
    await orm.close(true);
  }
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvCell, csvCellSql } from '#app/domain/exports/csv-format.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

const character = fc.oneof(
  fc.constantFrom(...Array.from('=+-@\t\r\n",\'\\?$; a1')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((one) => !one.includes('\u0000')),
);

it('PostgreSQL writes every cell as the server does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: character, maxLength: 10 }), { minLength: 1, maxLength: 200 }),
      async (cells) => {
        const rows = await makeCtx({ orm }).em.execute<{ cell: string }[]>(
          `select ${csvCellSql('x')} as cell
             from json_array_elements_text(?::json) with ordinality as given(x, place) order by place`,
          [JSON.stringify(cells)],
        );
        expect(rows.map((row) => row.cell)).toEqual(cells.map(csvCell));
      },
    ),
    { numRuns: 30 },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { byteStreamOf } from '#app/domain/exports/byte-stream.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';
import { makeManyDesignations } from '#tests/support/many-designations.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

/** More than two portions of a hundred. */
const SCHOOLS = 250;

const database = useDatabase('each test');
let orm: Orm;
let scene: ExportScene;

beforeEach(async () => {
  orm = await database.openOrm({ poolMax: 3 });
  scene = await exportScene(orm);
  await makeManyDesignations(scene, { schools: SCHOOLS, studentsEach: 2 });
});

const studentIds = async () => (await storedRows(orm, StudentEntity, ['id'])).map(({ id }) => id).sort();

const disclosedIds = async () => (await scene.disclosures()).flatMap(({ studentIds }) => studentIds).sort();

const markCount = async () => (await scene.marks()).filter((row) => row.downloadedAt !== null).length;

const openTransactions = async () => {
  const [counted] = await scene.ctxOf().em.execute<{ n: number }[]>(
    `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
  );
  return counted?.n;
};

async function start() {
  const { stream } = await streamDesignations(scene.ctxOf(), { filter: {} });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  return {
    reader,
    read: async () => decoder.decode((await reader.read()).value, { stream: true }),
    rest: async () => {
      let text = '';
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        text += decoder.decode(next.value, { stream: true });
      }
      return text;
    },
  };
}

describe('an export in several portions', () => {
  it('exports, marks, and discloses every designation once', async () => {
    const rows = await scene.rowsOf({ filter: {} });
    expect(rows.map((row) => row['student id']).sort()).toEqual(await studentIds());
    expect(await disclosedIds()).toEqual(await studentIds());
    expect(rows.map((row) => row['school name'])).toEqual(
      Array.from({ length: 2 * SCHOOLS }, (_, n) => `Many ${String(Math.floor(n / 2) + 1).padStart(4, '0')}`),
    );
    expect([await markCount(), await openTransactions()]).toEqual([SCHOOLS, 0]);
  });

  it('shows the data at its start, without blocking or failing because of concurrent edits', async () => {
    const [first] = await scene.marks();
    const { rest } = await start();
    const edited = await patchDesignation(scene.ctxOf(), {
      id: first?.id ?? '',
      patch: { status: 'APPROVED', students: [] },
      ifMatch: 1,
    });
    expect(edited.version).toBe(2);
    const rows = parse<Record<string, string>>(await rest(), { columns: true, bom: true });
    expect(new Set(rows.map((row) => row['status']))).toEqual(new Set(['PENDING']));
    expect(rows).toHaveLength(2 * SCHOOLS);
    const mark = (await scene.marks()).find((row) => row.id === first?.id);
    expect([mark?.downloadedAt, mark?.version]).toEqual([new Date('2026-11-21T21:00:00Z'), 2]);
  });

  it('finishes alongside another export of the same designations', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const [first, second] = await Promise.all([one.rest(), other.rest()]);
    expect(first.length).toBe(second.length);
    expect(await markCount()).toBe(SCHOOLS);
    expect(await disclosedIds()).toEqual([...(await studentIds()), ...(await studentIds())].sort());
  });
});

describe('a reader of an export', () => {
  it('marks nothing, releases its connection, and keeps the disclosures of what it read', async () => {
    const { reader, read } = await start();
    await read();
    const portion = parse(await read());
    await reader.cancel();
    expect([await markCount(), await openTransactions()]).toEqual([0, 0]);
    expect(await disclosedIds()).toEqual(portion.map((line) => line[13]).sort());
  });

  it('can leave before the first student, and nothing is recorded', async () => {
    const { reader, read } = await start();
    expect(await read()).toContain('designation id,year,school name');
    await reader.cancel();
    expect([await markCount(), await openTransactions(), await disclosedIds()]).toEqual([0, 0, []]);
  });

  it('can leave many times without exhausting the pool', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { reader, read } = await start();
      if (n % 2 === 0) await read();
      await reader.cancel();
    }
    expect(await scene.rowsOf({ filter: {} })).toHaveLength(2 * SCHOOLS);
  });

  it('is disconnected if it stops reading for too long', async () => {
    const returned: string[] = [];
    async function* chunks() {
      try {
        yield 'first';
        yield 'second';
      } finally {
        returned.push('let go');
        await sleep(0);
      }
    }
    const source = chunks();
    const reader = byteStreamOf(await source.next(), source, 0.05).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
    await sleep(150);
    expect(returned).toEqual(['let go']);
    expect(await refusalOf(reader.read())).toEqual(new Error('The client stopped reading the response.'));
  });
});

describe("an export whose disclosure can't be written", () => {
  it('returns nothing and marks nothing', async () => {
    await scene
      .ctxOf()
      .em.execute('alter table disclosure add constraint full_disk check (row_count < 0) not valid');
    expect(String(await refusalOf(streamDesignations(scene.ctxOf(), { filter: {} })))).toContain('full_disk');
    expect([await markCount(), await openTransactions()]).toEqual([0, 0]);
  });

  it('ends before the portion that it belongs to', async () => {
    await scene.ctxOf().em.execute(
      `create function refuse_second() returns trigger language plpgsql as $$
       begin
         if (select count(*) from disclosure) > 0 then raise exception 'full disk'; end if;
         return new;
       end $$;
       create trigger refuse_second before insert on disclosure for each row execute function refuse_second()`,
    );
    const { read } = await start();
    await read();
    const portion = parse(await read()).length;
    expect([portion > 0, portion < 2 * SCHOOLS]).toEqual([true, true]);
    expect(String(await refusalOf(read()))).toContain('full disk');
    expect([await markCount(), await openTransactions()]).toEqual([0, 0]);
  });
});

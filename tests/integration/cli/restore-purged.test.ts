import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';
import { startInstalledPostgres } from '#tests/support/installed-postgres.server.ts';
import { callLaurel } from './call-laurel.ts';

const server = await startInstalledPostgres();
const thisYear = new Date().getUTCFullYear();

// Without an installed PostgreSQL, restore-keeps.test.ts tests what a restore says.
describe.runIf(server !== null)('laurel db restore, after purges', { timeout: 60_000 }, () => {
  it('counts messages and notes that a purge had removed, and no students who were blank in the backup', async () => {
    if (server === null) return;
    const { programs, url: urlOf, stop } = server;
    const folder = await mkdtemp(path.join(tmpdir(), 'laurel-restores-'));
    await runStatements(urlOf('postgres'), [
      'create role laurel login',
      'create database purged owner laurel',
    ]);
    const url = urlOf('purged', 'laurel');
    await migrateUp(url);
    vi.stubEnv('PG_BIN', programs);
    const file = path.join(folder, 'laurel.dump');

    const orm = await openOrm(url);
    const year = await makeYear(orm, { year: thisYear - 9, status: 'INACTIVE' });
    const school = await makeSchool(orm);
    const { user } = await makeCounselor(orm, [school.id]);
    const { id } = await makeDesignation(orm, {
      ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: user.id },
      ...{ status: 'APPROVED', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
    });
    await purgeStudentsOfYear(makeCtx({ orm }), year.id);
    const em = orm.em.fork();
    const message = { designation: id, side: 'SCHOOL', author: user.id, text: 'Ann moved.' } as const;
    await em.insertMany(
      DesignationMessageEntity,
      [1, 2].map((number) => ({ ...message, id: randomUUID(), number, createdAt: new Date() })),
    );
    await em.nativeUpdate(DesignationEntity, { id }, { note: 'Ann moved.' });
    const note = { highSchool: school.id, author: user.id, text: 'Ann moved.', createdAt: new Date() };
    await em.insertMany(InternalNoteEntity, [
      { ...note, id: randomUUID(), designation: id },
      { ...note, id: randomUUID(), designation: null },
      { ...note, id: randomUUID(), designation: null, createdAt: new Date(Date.UTC(thisYear - 10, 5)) },
    ]);
    await orm.close(true);

    expect((await callLaurel(url, ['db', 'backup', file])).code).toBe(0);
    await orm.connect();
    await purgeStudentsOfYear(makeCtx({ orm }), year.id);
    await orm.close(true);
    const { code, stdout, stderr } = await callLaurel(url, ['db', 'restore', file, '--yes']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(
      "The restore brought back 2 messages, 1 reviewer's note, and 2 internal notes, which were purged after this backup was made. To remove them again, run `laurel retention purge --older-than 8y --yes`.\n",
    );
    expect(stderr).not.toContain('student');

    const purge = () => callLaurel(url, ['retention', 'purge', '--older-than', '8y', '--yes']);
    expect((await purge()).code).toBe(0);
    expect((await purge()).code).toBe(3);
    await stop();
    await rm(folder, { recursive: true });
  });
});

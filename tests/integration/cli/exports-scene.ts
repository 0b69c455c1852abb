import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { type DesignationScene, designationScene } from '#tests/support/designation-scene.server.ts';
import { type Rest, useRest } from '#tests/support/rest-client.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import type { LaurelRun } from './run-laurel.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

/** A scene with the active year 2026, a designation of 2025, and a folder for files. */
export interface ExportScene {
  readonly scene: DesignationScene;
  readonly years: { readonly now: string; readonly before: string };
  /** Of the scene's school in 2025, with a student. */
  readonly approved: MadeDesignation;
  readonly folder: string;
}

export interface ExportCommands {
  readonly rest: Rest;
  laurel(args: readonly string[], terminal?: Terminal): Promise<LaurelRun>;
  marked(): Promise<string[]>;
  disclosures(): Promise<object[]>;
}

/** Makes new data to export for each test of the file. */
export function useExports(take: (exported: ExportScene) => unknown): ExportCommands {
  const rest = useRest({ per: 'each test' });
  beforeEach(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'laurel-export-'));
    take({ ...(await createExportScene(rest)), folder });
    return () => rm(folder, { recursive: true });
  });
  return {
    rest,
    laurel: (args, terminal) => callLaurel(rest.settings.databaseUrl, ['export', ...args], terminal),
    marked: async () => {
      const rows = await storedRows(rest.orm, DesignationEntity, ['id'], {
        where: { downloadedAt: { $ne: null } },
      });
      return rows.map(({ id }) => id);
    },
    disclosures: () =>
      storedRows(rest.orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'filter', 'rowCount'], {
        orderBy: { at: 'asc' },
      }),
  };
}

async function createExportScene({ orm }: Rest): Promise<Omit<ExportScene, 'folder'>> {
  const year = await makeYear(orm);
  const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  const scene = await designationScene(orm, year);
  const approved = await makeDesignation(orm, {
    highSchoolId: scene.school.id,
    academicYearId: past.id,
    submittedById: scene.counselor.id,
    status: 'APPROVED',
    criteria: 'OTHER',
    criteriaComment: '=1+1, "by hand"\nas ever: Åse',
    students: 1,
  });
  return { scene, years: { now: year.id, before: past.id }, approved };
}

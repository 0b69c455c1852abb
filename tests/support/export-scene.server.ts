import { parse } from 'csv-parse/sync';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { DesignationSelection } from '#app/domain/exports/designation-selection.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';
import { type Disclosure, DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  makeYear,
  type MadeSchool,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx, type CtxOptions } from '#tests/support/ctx.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

type ExportCtxOptions = Omit<CtxOptions, 'orm'>;

/** Two schools, two years, and an administrator who downloads. */
export interface ExportScene {
  readonly year: MadeYear;
  readonly pastYear: MadeYear;
  readonly aurora: MadeSchool;
  readonly borealis: MadeSchool;
  readonly admin: UserActor;
  readonly counselor: UserActor;
  /** Returns a Ctx, with the administrator as its actor by default. */
  ctxOf(options?: ExportCtxOptions): Ctx;
  /** Makes a designation of a school, by default in the active year and by the counselor. */
  designate(
    school: MadeSchool,
    given?: Partial<Parameters<typeof makeDesignation>[1]>,
  ): Promise<MadeDesignation>;
  download(
    selection: DesignationSelection,
    options?: ExportCtxOptions,
  ): Promise<{ fileName: string; text: string }>;
  /** Returns a download's rows, keyed by header. */
  rowsOf(selection: DesignationSelection, options?: ExportCtxOptions): Promise<Record<string, string>[]>;
  /** Returns the columns that download marks could have touched, sorted by ID. */
  marks(): Promise<Pick<Designation, 'id' | 'downloadedAt' | 'version' | 'updatedAt'>[]>;
  /** Returns the disclosures by row count, largest first. */
  disclosures(): Promise<
    (Omit<Disclosure, 'actor' | 'id' | 'tokenId' | 'tokenName' | 'osUser' | 'host' | 'statedPurpose'> & {
      actor: string | null;
    })[]
  >;
}

export async function exportScene(orm: Orm): Promise<ExportScene> {
  const year = await makeYear(orm);
  const pastYear = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  const aurora = await makeSchool(orm, {
    name: 'Aurora High',
    bannerCode: '=HYPERLINK("x")',
    salesforceId: '0012',
  });
  const borealis = await makeSchool(orm, { name: 'Borealis, "the" High' });
  const admin = actorOf(await makeAdmin(orm));
  const { actor: counselor } = await makeCounselor(orm, [aurora.id], { firstName: '@Cleo' });

  const ctxOf = (options: ExportCtxOptions = {}) => makeCtx({ orm, actor: admin, ...options });
  const download = async (selection: DesignationSelection, options: ExportCtxOptions = {}) => {
    const { stream, fileName } = await streamDesignations(ctxOf(options), selection);
    return { fileName, text: await new Response(stream).text() };
  };
  return {
    year,
    pastYear,
    aurora,
    borealis,
    admin,
    counselor,
    ctxOf,
    designate: (school, given) =>
      makeDesignation(orm, {
        highSchoolId: school.id,
        academicYearId: year.id,
        submittedById: counselor.id,
        ...given,
      }),
    download,
    rowsOf: async (selection, options) =>
      parse<Record<string, string>>((await download(selection, options)).text, { columns: true }),
    marks: () =>
      storedRows(orm, DesignationEntity, ['id', 'downloadedAt', 'version', 'updatedAt'], {
        orderBy: { id: 'asc' },
      }),
    disclosures: () =>
      storedRows(
        orm,
        DisclosureEntity,
        ['actor', 'channel', 'purpose', 'filter', 'rowCount', 'studentIds', 'at'],
        { orderBy: { rowCount: 'desc' } },
      ),
  };
}

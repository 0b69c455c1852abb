import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { highSchoolChanges } from './change-high-school.server.ts';
import { addressFields } from '#app/domain/addresses.ts';
import { changesBetween } from '#app/domain/events/record-event.server.ts';
import type { ChosenColumns } from '#app/schemas/school-columns.ts';
import { partsOfLine } from './address-line.ts';
import { keyOf, type Match, schoolMatcher, type StoredSchool, withoutName } from './match-schools.ts';
import { findImportHeaders } from './school-import-headers.server.ts';
import { readSchoolList, type SchoolCells, type SchoolListRow } from './read-school-list.server.ts';
import { zipOfCell } from '#app/lib/csv/csv-zip.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { presentFields } from '#app/lib/records.ts';
import { authorize } from '#app/policy/authorize.ts';
import { Uuid } from '#app/schemas/fields.ts';
import {
  type HighSchoolCreate,
  HighSchoolCreateSchema,
  HighSchoolDetailsSchema,
  type HighSchoolPatch,
  HighSchoolPatchSchema,
} from '#app/schemas/high-school.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type {
  SchoolImportPlan,
  SchoolImportRow,
  SimilarChoices,
  SimilarSchool,
} from '#app/schemas/school-import.ts';

/** The effect of one row. */
export type SchoolStep =
  | {
      readonly kind: 'create';
      /** From the list, as in our exports; null without one. */
      readonly id: string | null;
      readonly input: HighSchoolCreate;
      readonly isActive: boolean;
    }
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly version: number;
      readonly patch: HighSchoolPatch;
    };

export interface PlannedImport {
  readonly shown: SchoolImportPlan;
  /** The list's decoded text. */
  readonly text: string;
  /** In list order. */
  readonly steps: readonly SchoolStep[];
}

/** Where the list is from, and what the user chose for it. */
export interface ImportChoices {
  /** The uploaded file, if the list is from one. */
  readonly file?: Pick<File, 'name'> | undefined;
  readonly choices?: SimilarChoices | undefined;
  readonly columns?: ChosenColumns | undefined;
}

/**
 * Previews the import of a list of schools, row by row. Empty cells keep the field's value; new schools are
 * INACTIVE unless their row says ACTIVE. Rows are matched by `schoolMatcher`. For administrators.
 * @throws {Invalid} on ['list'] when it isn't a list of schools
 * @throws {UnmatchedColumns} when no column identifies a school
 */
export async function planSchoolImport(
  ctx: Ctx,
  bytes: Uint8Array,
  { file, choices, columns: chosen }: ImportChoices = {},
): Promise<PlannedImport> {
  authorize(ctx.actor, 'highSchool.create');
  const remembered = await findImportHeaders(ctx);
  const { rows, columns, ignoredHeaders, text } = readSchoolList(bytes, {
    remembered,
    ...(file && { file }),
    ...(chosen && { chosen }),
  });
  const match = schoolMatcher(await storedSchools(ctx), choices);
  const planned: Planned[] = [];
  for (const row of rows) {
    planned.push(plannedRow(row, match(row), ctx.settings.state));
    if (planned.length % BATCH_SIZE === 0) await setImmediate();
  }
  const shown = planned.map(({ row }) => row);
  const countOf = (outcome: SchoolImportRow['outcome']) =>
    shown.filter((row) => row.outcome === outcome).length;
  return {
    text,
    shown: {
      rows: shown,
      counts: {
        create: countOf('create'),
        update: countOf('update'),
        unchanged: countOf('unchanged'),
        similar: countOf('similar'),
        error: countOf('error'),
      },
      columns: [...columns],
      ignoredHeaders: [...ignoredHeaders],
      plan: planOf(planned),
    },
    steps: planned.flatMap(({ step }) => step ?? []),
  };
}

/** Rows per batch; other tasks run between batches. */
const BATCH_SIZE = 100;

function plannedRow(row: SchoolListRow, found: Match, state: string): Planned {
  if ('error' in found) return failed(row, [{ field: null, message: found.error }]);
  if ('similar' in found) return undecided(row, found.similar);
  const { address, ...cells } = row.cells;
  const line =
    address === undefined ? { parts: {} } : partsOfLine(address, { stored: found.school?.address, state });
  if ('error' in line) return failed(row, [{ field: 'address', message: line.error }]);
  const whole = { ...row, cells: { ...cells, ...line.parts } };
  if (found.school === null) return plannedCreation(whole);
  return plannedChange(found.isChosen ? withoutName(whole) : whole, found.school);
}

async function storedSchools(ctx: Ctx): Promise<StoredSchool[]> {
  const schools = await ctx.em.find(
    HighSchoolEntity,
    {},
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  return schools.map((school) => ({ ...HighSchoolDetailsSchema.parse(school), version: school.version }));
}

interface Planned {
  readonly row: SchoolImportRow;
  readonly step?: SchoolStep;
}

/** Returns the same hash for imports that make the same changes to the same versions. */
function planOf(planned: readonly Planned[]): string {
  const parts = planned.map(({ row, step }) => [row, step?.kind === 'update' ? step.version : null]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function undecided({ number, cells }: SchoolListRow, similar: readonly SimilarSchool[]): Planned {
  const name = cells.name ?? cells.bannerCode ?? '';
  return {
    row: { number, name, outcome: 'similar', schoolId: null, changes: {}, similar: [...similar], errors: [] },
  };
}

function failed({ number, cells }: SchoolListRow, errors: SchoolImportRow['errors']): Planned {
  const name = cells.name ?? cells.bannerCode ?? '';
  return { row: { number, name, outcome: 'error', schoolId: null, changes: {}, similar: [], errors } };
}

function plannedCreation(row: SchoolListRow): Planned {
  const { status, ...body } = bodyOf(row.cells);
  const address = { address1: '', city: '', zip5: '', ...body.address };
  const input = HighSchoolCreateSchema.safeParse({ name: '', phone: '', ...body, address });
  const parsed = HighSchoolPatchSchema.safeParse({ status });
  if (!input.success || !parsed.success) {
    return failed(row, [...errorsOf(input.error), ...errorsOf(parsed.error)]);
  }
  const isActive = parsed.data.status === 'ACTIVE';
  const { address: parts, ...fields } = { ...body, status: isActive ? 'ACTIVE' : 'INACTIVE' };
  const changes = changesBetween<Record<string, unknown>>({}, { ...fields, ...addressFields({ ...parts }) });
  const { name } = input.data;
  return {
    row: { number: row.number, name, outcome: 'create', schoolId: null, changes, similar: [], errors: [] },
    step: { kind: 'create', id: Uuid.safeParse(row.cells.id).data ?? null, input: input.data, isActive },
  };
}

function plannedChange(row: SchoolListRow, school: StoredSchool): Planned {
  const patch = HighSchoolPatchSchema.safeParse(bodyOf(withoutKeys(row.cells, school)));
  if (!patch.success) return failed(row, errorsOf(patch.error));
  // The address status changes as a side effect, so it isn't part of the list.
  const { 'address.status': _status, ...changes } = highSchoolChanges(school, patch.data);
  const { id, name, version } = school;
  const about = { number: row.number, name, schoolId: id, changes, similar: [], errors: [] };
  if (Object.keys(changes).length === 0) return { row: { ...about, outcome: 'unchanged' } };
  return {
    row: { ...about, outcome: 'update' },
    step: { kind: 'update', id, version, patch: patch.data },
  };
}

/**
 * Removes the name and banner code if they only differ in spelling, because then they only identify it:
 * a row matched by name never renames the school, but one matched by banner code can.
 */
function withoutKeys({ name, bannerCode, ...cells }: SchoolCells, school: StoredSchool): SchoolCells {
  const unlessSame = (cell: string | undefined, stored: string) =>
    cell === undefined || keyOf(cell) === keyOf(stored) ? undefined : cell;
  return {
    ...cells,
    ...presentFields({
      name: unlessSame(name, school.name),
      bannerCode: unlessSame(bannerCode, school.bannerCode),
    }),
  };
}

/** Converts a row to a REST request body, with normalized phones and ZIP codes and without empty cells. */
function bodyOf({ id: _id, address: _line, ...cells }: SchoolCells) {
  const { address1, address2, city, zip5, zip4, phone, fax, status, ...plain } = cells;
  const zip = zip5 === undefined ? undefined : zipOfCell(zip5);
  const address = presentFields({
    address1,
    address2,
    city,
    zip5: zip?.zip5,
    zip4: zip4 ?? (zip?.zip4 || undefined),
  });
  return {
    ...plain,
    ...presentFields({
      phone: phone === undefined ? undefined : formatPhone(phone),
      fax: fax === undefined ? undefined : formatPhone(fax),
      status: status?.toUpperCase(),
    }),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  };
}

function errorsOf(error: z.ZodError | undefined): SchoolImportRow['errors'] {
  return (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.') || null, message }));
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { ACTIVE_DEMO_YEAR } from './demo-designations.ts';
import { fillEmptyDatabase, type SeedResult } from './empty-database.server.ts';
import { designationStatements, designationWorkTable, disclosureStatement } from './large-designations.ts';
import {
  LARGE_ADMINISTRATOR_ID,
  type LargeScale,
  organisationStatements,
  workTables,
} from './large-organisation.ts';
import { studentsOfYear } from './large-students.ts';
import { largeFunctions } from './large-words.ts';

/** 101,500 designations with 1,015,000 students: what the figures of performance are measured with. */
export const LARGE_SCALE: LargeScale = { schools: 3500, years: 29, schoolsOfSuperintendent: 200 };

/** The account that only the large data has. */
export const LARGE_MARKER = LARGE_ADMINISTRATOR_ID;

export interface LargeSeedOptions {
  readonly scale?: LargeScale;
  /** Told each year whose students are made next. */
  readonly onYear?: (year: number) => void;
}

/**
 * Fills an empty database with a large one, made by PostgreSQL itself in one transaction: the same at every run but for the
 * dates, which count back from `now`. Where it is there already, or any other data, it changes nothing and says so.
 */
export async function seedLarge(
  em: EntityManager,
  now: Date,
  { scale = LARGE_SCALE, onYear }: LargeSeedOptions = {},
): Promise<SeedResult> {
  const result = await fillEmptyDatabase(em, LARGE_MARKER, async (tx) => {
    for (const statement of beforeStudents(scale, now)) await tx.execute(statement);
    for (let year = ACTIVE_DEMO_YEAR - scale.years + 1; year <= ACTIVE_DEMO_YEAR; year += 1) {
      onYear?.(year);
      await tx.execute(studentsOfYear(year));
    }
    await tx.execute('analyze student');
    await tx.execute(disclosureStatement);
  });
  if (result === 'SEEDED') await em.execute('vacuum analyze');
  return result;
}

/** Compiling these statements would take longer than running them. */
function beforeStudents(scale: LargeScale, now: Date): string[] {
  return [
    'set local jit = off',
    ...largeFunctions(),
    ...workTables(scale, ACTIVE_DEMO_YEAR, now),
    ...organisationStatements(scale, now),
    designationWorkTable,
    'analyze seed_designation',
    ...designationStatements,
  ];
}

import { randomUUID } from 'node:crypto';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT, nextNumber } from '#tests/factories/row-defaults.ts';

export interface MadeSchool {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly fax: string | null;
  readonly notes: string;
  readonly status: ActivityStatus;
  readonly bannerCode: string;
  readonly salesforceId: string;
}

/** Inserts a school, ACTIVE by default. */
export async function makeSchool(orm: Orm, overrides: Partial<MadeSchool> = {}): Promise<MadeSchool> {
  const number = nextNumber();
  const school: MadeSchool = {
    id: randomUUID(),
    name: `School ${String(number).padStart(4, '0')}`,
    phone: '(907) 555-0200',
    fax: null,
    notes: '',
    status: 'ACTIVE',
    bannerCode: `B${number}`,
    salesforceId: `SF${number}`,
    ...overrides,
  };
  await orm.em.fork().insert(HighSchoolEntity, {
    ...school,
    address: {
      id: randomUUID(),
      address1: '1 School Road',
      city: 'Juneau',
      state: 'AK',
      zip5: '99801',
    },
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  });
  return school;
}

export interface MadeYear {
  readonly id: string;
  readonly year: number;
  readonly status: ActivityStatus;
  readonly opensAt: Date | null;
  readonly earlyDueAt: Date | null;
  readonly dueAt: Date | null;
  readonly correctionsDueAt: Date | null;
}

/** Inserts an academic year, by default 2026, ACTIVE, and without dates. */
export async function makeYear(orm: Orm, overrides: Partial<MadeYear> = {}): Promise<MadeYear> {
  const year: MadeYear = {
    id: randomUUID(),
    year: 2026,
    status: 'ACTIVE',
    opensAt: null,
    earlyDueAt: null,
    dueAt: null,
    correctionsDueAt: null,
    ...overrides,
  };
  await orm.em.fork().insert(AcademicYearEntity, { ...year, createdAt: MADE_AT, updatedAt: MADE_AT });
  return year;
}

/** Grants a school an extension in a year. */
export async function makeExtension(
  orm: Orm,
  extension: {
    academicYearId: string;
    highSchoolId: string;
    dueAt: Date;
    reason?: string;
    grantedById?: string;
  },
): Promise<void> {
  await orm.em.fork().insert(DeadlineExtensionEntity, {
    id: randomUUID(),
    academicYear: extension.academicYearId,
    highSchool: extension.highSchoolId,
    dueAt: extension.dueAt,
    reason: extension.reason ?? 'The school was closed by snow.',
    grantedBy: extension.grantedById ?? null,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  });
}

import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorizeToSee } from '#app/policy/authorize.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

/** A school and year; only earlier years' designations are searched. */
interface OfYear {
  readonly highSchoolId: string;
  readonly year: number;
}

export interface PreviousCriteria {
  readonly criteria: Criteria;
  /** Blank if there was none. */
  readonly comment: string;
  readonly year: number;
}

/**
 * Finds the criteria of the school's latest earlier designation that has any, to prefill the method step and
 * for the comment rule (decisions, section 5). Null if there is none.
 */
export async function findPreviousCriteria(ctx: Ctx, designation: OfYear): Promise<PreviousCriteria | null> {
  const previous = await findPrevious(ctx, designation, 'criteria');
  if (previous?.criteria == null) return null;
  const { criteria, criteriaComment, academicYear } = previous;
  return { criteria, comment: criteriaComment ?? '', year: academicYear.year };
}

/** Finds the class size of the school's latest earlier designation that has one; null if there is none. */
export async function findPreviousClassSize(
  ctx: Ctx,
  designation: OfYear,
): Promise<{ classSize: number; year: number } | null> {
  const previous = await findPrevious(ctx, designation, 'classSize');
  if (previous?.classSize == null) return null;
  return { classSize: previous.classSize, year: previous.academicYear.year };
}

function findPrevious(ctx: Ctx, { highSchoolId, year }: OfYear, field: 'criteria' | 'classSize') {
  authorizeToSee(ctx.actor, 'designation.read', { highSchoolId });
  return ctx.em.findOne(
    DesignationEntity,
    { highSchool: highSchoolId, academicYear: { year: { $lt: year } }, [field]: { $ne: null } },
    {
      fields: ['criteria', 'criteriaComment', 'classSize', 'academicYear.year'],
      orderBy: { academicYear: { year: 'desc' } },
      disableIdentityMap: true,
    },
  );
}

import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { DesignationCreate } from '#app/schemas/designation.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';

/** A school and a year as the designate screens name them, and the designation they have, if any. */
export interface DesignationPlace {
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly id: string; readonly year: number };
  readonly designation: {
    readonly id: string;
    readonly version: number;
    readonly acceptedTermsAndConditions: boolean;
  } | null;
}

/** Where one would designate (specification, section 2). Throws NotFound for a school or year the actor may not know. */
export async function getDesignationPlace(
  { em, actor }: Ctx,
  { highSchoolId, academicYearId }: DesignationCreate,
): Promise<DesignationPlace> {
  const highSchool = await em.findOne(HighSchoolEntity, { id: highSchoolId });
  authorizeToKnow(actor, 'highSchool.read', { highSchoolId: highSchool?.id ?? '' });
  const academicYear = await em.findOne(AcademicYearEntity, { id: academicYearId });
  if (highSchool === null || academicYear === null) throw new NotFound();
  const designation = await em.findOne(DesignationEntity, { highSchool, academicYear }, { refresh: true });
  return {
    highSchool: { id: highSchool.id, name: highSchool.name },
    academicYear: { id: academicYear.id, year: academicYear.year },
    designation: designation && {
      id: designation.id,
      version: designation.version,
      acceptedTermsAndConditions: designation.acceptedTermsAt !== null,
    },
  };
}

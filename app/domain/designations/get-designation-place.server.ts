import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { DesignationCreate } from '#app/schemas/designation.ts';

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

interface PlaceRow {
  high_school_id: string;
  name: string;
  academic_year_id: string;
  year: number;
  designation_id: string | null;
  version: number;
  accepted_terms_at: unknown;
}

/** Where one would designate (specification, section 2). Throws NotFound for a school or year the actor may not know. */
export async function getDesignationPlace(ctx: Ctx, input: DesignationCreate): Promise<DesignationPlace> {
  const [row] = await ctx.em.execute<PlaceRow[]>(
    `select h.id as high_school_id, h.name, y.id as academic_year_id, y.year, d.id as designation_id, d.version, d.accepted_terms_at
       from high_school h cross join academic_year y
       left join designation d on d.high_school_id = h.id and d.academic_year_id = y.id
      where h.id = ? and y.id = ?`,
    [input.highSchoolId, input.academicYearId],
  );
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId: row?.high_school_id ?? '' });
  if (row === undefined) throw new NotFound();
  return {
    highSchool: { id: row.high_school_id, name: row.name },
    academicYear: { id: row.academic_year_id, year: row.year },
    designation:
      row.designation_id === null
        ? null
        : {
            id: row.designation_id,
            version: row.version,
            acceptedTermsAndConditions: row.accepted_terms_at !== null,
          },
  };
}

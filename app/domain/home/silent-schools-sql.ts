/**
 * The schools that have not answered in a year: ACTIVE, and without a designation, or with one that the school still has to submit
 * (STARTED, RETURNED). `h` is the school and `d` its designation; the one parameter is the year's id.
 */
export const SILENT_SCHOOLS_SQL = `high_school h
  left join designation d on d.high_school_id = h.id and d.academic_year_id = ?
 where h.status = 'ACTIVE' and (d.id is null or d.status in ('STARTED', 'RETURNED'))`;

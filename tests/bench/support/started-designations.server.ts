import { TERMS_VERSION } from '#app/config/constants.ts';
import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Resource } from '#tests/bench/support/resources.ts';

/** Only benches designate in this year. */
const YEAR = 2999;

/** A started designation, its school's counselor, and the superintendent of the first 200 schools. */
export interface Started {
  readonly id: string;
  readonly designator_id: string;
  readonly superintendent_id: string;
}

/** SQL conditions on schools (alias `s`). */
export const ALL_SCHOOLS = 'true';
export const SCHOOLS_OF_SUPERINTENDENT = `s.high_school_id in
  (select t.high_school_id from high_school_staff t join superintendent on superintendent.id = t.user_id)`;

/** Starts a designation for each matching school with a counselor. Closing removes them and all outbox emails. */
export async function startDesignations(
  app: BenchApp,
  schools: typeof ALL_SCHOOLS | typeof SCHOOLS_OF_SUPERINTENDENT,
): Promise<Resource & { started: Started[] }> {
  const remove = async () => {
    await app.rows(
      `delete from designation where academic_year_id in (select id from academic_year where year = ${YEAR})`,
    );
    await app.rows(`delete from academic_year where year = ${YEAR}`);
    await app.rows('delete from outbox_mail');
  };
  await remove();
  await app.rows(`insert into academic_year (id, year, status, created_at, updated_at)
                  values (gen_random_uuid(), ${YEAR}, 'INACTIVE', now(), now())`);
  const started = await app.rows<Started>(
    `with superintendent as (select user_id as id from high_school_staff group by user_id having count(*) = 200
                              order by user_id limit 1),
          started as (
       insert into designation (id, high_school_id, academic_year_id, submitted_by_id, accepted_terms_at, accepted_terms_version,
                                created_at, updated_at)
       select gen_random_uuid(), s.high_school_id, y.id, s.user_id, now(), '${TERMS_VERSION}', now(), now()
         from high_school_staff s join academic_year y on y.year = ${YEAR}
        where s.position = 'COUNSELOR' and ${schools}
       returning id, submitted_by_id)
     select started.id, started.submitted_by_id as designator_id, superintendent.id as superintendent_id
       from started, superintendent`,
  );
  return { started, close: remove };
}

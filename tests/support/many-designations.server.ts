import type { ExportScene } from '#tests/support/export-scene.server.ts';

export interface ManyDesignations {
  readonly schools: number;
  readonly studentsEach: number;
  readonly criteriaComment?: string;
}

/** Makes schools named 'Many 0001' and so on, each with a designation in the scene's active year. */
export async function makeManyDesignations(
  scene: ExportScene,
  { schools, studentsEach, criteriaComment }: ManyDesignations,
): Promise<void> {
  await scene.ctxOf().em.execute(
    `with schools as (
       insert into high_school (id, name, phone, status, address_id, created_at, updated_at)
       select gen_random_uuid(), 'Many ' || lpad(n::text, 4, '0'), '(907) 555-0100', 'ACTIVE', gen_random_uuid(), now(), now()
         from generate_series(1, ?::int) n returning id),
     designations as (
       insert into designation (id, high_school_id, academic_year_id, status, criteria_comment, submitted_by_id, created_at, updated_at)
       select gen_random_uuid(), id, ?, 'PENDING', ?, ?, now(), now() from schools returning id)
     insert into student (id, designation_id, position, first, address_id, created_at, updated_at)
     select gen_random_uuid(), id, n, 'First', gen_random_uuid(), now(), now()
       from designations, generate_series(0, ?::int - 1) n`,
    [schools, scene.year.id, criteriaComment ?? null, scene.counselor.id, studentsEach],
  );
}

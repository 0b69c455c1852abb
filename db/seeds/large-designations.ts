import { TERMS_VERSION } from '#app/config/constants.ts';
import { LARGE_ADMINISTRATOR_ID } from './large-organization.ts';
import { draw, idOf } from './large-words.ts';

/** Percentages of designations by status; the rest are APPROVED. Earlier years are mostly decided. */
const NEWEST = { PENDING: 35, STARTED: 18, RETURNED: 13, REJECTED: 4 };
const SETTLED = { REJECTED: 2, RETURNED: 1, STARTED: 1 };

const COMMENT_OWN =
  'Class rank by the weighted average of core subjects; electives and pass/fail courses are excluded.';
const COMMENT_CHANGED =
  'The school board moved to weighted averages for all honors after the last academic year.';
const NOTE_RETURNED =
  'Please check the address of the second student: the post office does not recognize the street.';
const NOTE_REJECTED =
  'The list does not match the top ten percent of the junior class at the end of the spring term.';

/**
 * A temporary table of the designations, one per school and year: started 40 to 80 days before the year's date,
 * submitted up to 15 days later, decided up to 20 days after that. In closed years downloaded 20 days after the date.
 */
export const designationWorkTable = `
  create temp table seed_designation on commit drop as
  select d.*, ${idOf('d.name')} as id, submitted_at + (1 + ${draw('d.hash', 5, 20)}) * interval '1 day' as decided_at
    from (
      select s.n, y.year, name.name, h.hash, y.is_newest, s.id as high_school_id, y.id as academic_year_id, s.designator_id,
             s.students, ${classSize()} as class_size, ${criteria()} as criteria, s.criteria_changed_in = y.year as has_changed,
             ${status()} as status, started_at, started_at + (1 + ${draw('h.hash', 4, 15)}) * interval '1 day' as submitted_at,
             s.students >= 5 and ${draw('h.hash', 6, 4)} = 0 as has_twins,
             case when not y.is_newest then y.day + interval '20 days' end as downloaded_at
        from seed_school s cross join seed_year y
       cross join lateral (select 'designation ' || s.n || ' ' || y.year as name) name
       cross join lateral (select md5(name.name) as hash) h
       cross join lateral (select y.day - (40 + ${draw('h.hash', 2, 40)}) * interval '1 day'
                                  + ${draw('h.hash', 3, 540)} * interval '1 minute' as started_at) a) d`;

/** Inserts designations with their timelines. Students are inserted separately. */
export const designationStatements: readonly string[] = [
  `insert into designation (id, high_school_id, academic_year_id, class_size, criteria, criteria_comment, status, submitted_by_id,
                            accepted_terms_at, accepted_terms_version, downloaded_at, reasons, note, version, created_at, updated_at)
   select id, high_school_id, academic_year_id, class_size, criteria,
          case when criteria = 'OTHER' then '${COMMENT_OWN}' when has_changed then '${COMMENT_CHANGED}' end, status, designator_id,
          started_at, '${TERMS_VERSION}', downloaded_at,
          case status when 'RETURNED' then '{ADDRESS}' when 'REJECTED' then '{NOT_TOP_TEN_PERCENT}' else '{}' end::text[],
          case status when 'RETURNED' then '${NOTE_RETURNED}' when 'REJECTED' then '${NOTE_REJECTED}' end,
          case status when 'STARTED' then 1 when 'PENDING' then 2 else 3 end, started_at,
          case status when 'STARTED' then started_at when 'PENDING' then submitted_at else decided_at end
     from seed_designation`,
  eventsOf(
    'created',
    'true',
    'designator_id',
    'started_at',
    `jsonb_build_object('acceptedTermsAndConditions', true)`,
  ),
  eventsOf(
    'submitted',
    `status <> 'STARTED'`,
    'designator_id',
    'submitted_at',
    `jsonb_build_object('status', jsonb_build_object('from', 'STARTED', 'to', 'PENDING'),
                        'classSize', jsonb_build_object('from', null, 'to', class_size),
                        'criteria', jsonb_build_object('from', null, 'to', criteria), 'studentCount', students)`,
  ),
  eventsOf(
    'decided',
    `status not in ('STARTED', 'PENDING')`,
    `'${LARGE_ADMINISTRATOR_ID}'::uuid`,
    'decided_at',
    `jsonb_build_object('status', jsonb_build_object('from', 'PENDING', 'to', status))`,
  ),
];

export const disclosureStatement = `
  insert into disclosure (id, at, actor_id, channel, purpose, filter, row_count, student_ids)
  select ${idOf(`'disclosure ' || d.year`)}, min(d.downloaded_at), '${LARGE_ADMINISTRATOR_ID}'::uuid, 'BROWSER', 'designations.download',
         jsonb_build_object('academicYearId', min(d.academic_year_id::text)), count(*), array_agg(s.id order by s.id)
    from seed_designation d join student s on s.designation_id = d.id where not d.is_newest group by d.year`;

function eventsOf(kind: string, where: string, actor: string, at: string, changes: string): string {
  const name = kind === 'decided' ? 'lower(status)' : `'${kind}'`;
  return `insert into event (id, at, actor_id, channel, kind, subject_type, subject_id, changes)
    select ${idOf(`'${kind} ' || name`)}, ${at}, ${actor}, 'BROWSER', 'designation.' || ${name}, 'DESIGNATION', id, ${changes}
      from seed_designation where ${where}`;
}

/** Returns SQL for a class size that matches this number of students (one per ten, rounded, at least one). */
function classSize(): string {
  return `case s.students when 1 then 4 + ${draw('h.hash', 0, 11)} else s.students * 10 - 5 + ${draw('h.hash', 0, 10)} end`;
}

function criteria(): string {
  return `case when s.has_own_criteria then 'OTHER' when y.year < s.criteria_changed_in then 'CUMULATIVE_GPA'
               else 'CUMULATIVE_WEIGHTED_GPA' end`;
}

function status(): string {
  return `case when y.is_newest then ${statusByShare(NEWEST)} else ${statusByShare(SETTLED)} end`;
}

function statusByShare(shares: Readonly<Record<string, number>>): string {
  let below = 0;
  const cases = Object.entries(shares).map(([name, share]) => {
    below += share;
    return `when ${draw('h.hash', 1, 100)} < ${below} then '${name}'`;
  });
  return `case ${cases.join(' ')} else 'APPROVED' end`;
}

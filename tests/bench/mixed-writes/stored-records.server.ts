import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';

export type RecordType = 'DESIGNATION' | 'HIGH_SCHOOL' | 'USER';

/** A stored designation, school, or user, with related rows that appear in its timeline. */
export interface StoredRecord {
  readonly type: RecordType;
  readonly id: string;
  readonly version: number;
  /** By the names used in events. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Related rows by kind: students, staff with positions, a user's schools, open invites, extensions. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const DESIGNATIONS = `
  select 'DESIGNATION' as type, d.id, d.version,
         jsonb_build_object('status', d.status, 'classSize', d.class_size, 'criteria', d.criteria,
           'criteriaComment', d.criteria_comment, 'acceptedTermsAndConditions', d.accepted_terms_at is not null,
           'submittedBy', d.submitted_by_id, 'reasons', d.reasons, 'note', d.note) as fields,
         jsonb_build_object('students', coalesce((select jsonb_object_agg(s.id, true) from student s
           where s.designation_id = d.id), '{}'::jsonb)) as parts
    from designation d`;

const ADDRESS = ['address1', 'address2', 'city', 'state', 'zip5', 'zip4', 'status']
  .map((part) => `'address.${part}', h.address_${part}`)
  .join(', ');

const SCHOOLS = `
  select 'HIGH_SCHOOL' as type, h.id, h.version,
         jsonb_build_object('name', h.name, 'phone', h.phone, 'fax', h.fax, 'notes', h.notes, 'status', h.status,
           'bannerCode', h.banner_code, 'salesforceId', h.salesforce_id, ${ADDRESS}) as fields,
         jsonb_build_object(
           'staff', coalesce((select jsonb_object_agg(s.user_id, s.position) from high_school_staff s
             where s.high_school_id = h.id), '{}'::jsonb),
           'invites', coalesce((select jsonb_object_agg(ui.email, si.position) from high_school_staff_invite si
             join user_invite ui on ui.id = si.user_invite_id where si.high_school_id = h.id), '{}'::jsonb),
           'extensions', coalesce((select jsonb_object_agg(y.year, x.reason) from deadline_extension x
             join academic_year y on y.id = x.academic_year_id where x.high_school_id = h.id), '{}'::jsonb)) as parts
    from high_school h`;

const USERS = `
  select 'USER' as type, u.id, u.version,
         jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'phone', u.phone,
           'flags', u.flags) as fields,
         jsonb_build_object('schools', coalesce((select jsonb_object_agg(s.high_school_id, s.position)
           from high_school_staff s where s.user_id = u.id), '{}'::jsonb)) as parts
    from user_account u`;

/** All designations, schools, and users in a single snapshot. */
export function readStored(app: BenchApp): Promise<StoredRecord[]> {
  return app.rows<StoredRecord>(`${DESIGNATIONS} union all ${SCHOOLS} union all ${USERS}`);
}

export interface RecordedEvent {
  /** In milliseconds. */
  readonly at: number;
  readonly kind: string;
  readonly type: RecordType;
  readonly id: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** The timelines of designations, schools, and users, oldest first. */
export function readEvents(app: BenchApp): Promise<RecordedEvent[]> {
  return app.rows<RecordedEvent>(
    `select (extract(epoch from at) * 1000)::float8 as at, kind, subject_type as type, subject_id as id, changes
       from event where subject_type in ('DESIGNATION', 'HIGH_SCHOOL', 'USER') order by at`,
  );
}

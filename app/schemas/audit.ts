import { z } from 'zod';
import { type AUDIT_FILTERS, AUDIT_TYPES } from './audit-filters.ts';
import { InstantOrDay, line, Uuid } from './fields.ts';
import { ListQueryShape } from './listing.ts';
import { loggedFields } from './student-disclosure.ts';
import { TimelineEntrySchema } from './timeline.ts';

/** Fields combine with AND; days are in the installation's time zone. */
const filterShape = {
  /** Part of the name or email address of the person who did it. */
  person: line(100).optional(),
  /** Part of the operating system user and host of a command or job, like 'root@web1'. */
  osUser: line(100).optional(),
  highSchoolName: line(100).optional(),
  highSchoolId: Uuid.optional(),
  studentId: Uuid.optional(),
  /** What an event changed, like a designation or user; for disclosures, their designation. */
  subjectId: Uuid.optional(),
  type: z.enum(AUDIT_TYPES).optional(),
  /** An event's kind or a disclosure's purpose, like 'designation.approved' or 'designations.download'. */
  kind: line(100).optional(),
  afterDate: InstantOrDay.optional(),
  beforeDate: InstantOrDay.optional(),
} satisfies Record<keyof typeof AUDIT_FILTERS, z.ZodType>;

export const AuditFilterSchema = z.strictObject(filterShape);
export type AuditFilter = z.output<typeof AuditFilterSchema>;

/** A page of the log: the newest entries, or those older than the entry `before`. */
export const AuditQuerySchema = AuditFilterSchema.extend({
  limit: ListQueryShape.limit,
  before: Uuid.optional(),
});
export type AuditQuery = z.output<typeof AuditQuerySchema>;

const AuditSubjectSchema = z.object({
  /** An event's subject, like 'DESIGNATION'. */
  type: z.string(),
  id: z.string(),
  /** Null if it was deleted or has no name. */
  name: z.string().nullable(),
  /** The page that shows it; null without one. */
  path: z.string().nullable(),
});

/** A change or a disclosure, without students' data and without notes to schools. */
export const AuditEntrySchema = z.object({
  id: z.string(),
  type: z.enum(AUDIT_TYPES),
  ...loggedFields,
  kind: z.string(),
  /** Null for disclosures of more than one designation. */
  subject: AuditSubjectSchema.nullable(),
  /** What changed; null for disclosures. */
  change: TimelineEntrySchema.nullable(),
  /** What was selected; null for events. */
  disclosure: z
    .object({
      filter: z.record(z.string(), z.unknown()),
      names: z.record(z.string(), z.string()),
      students: z.number(),
      /** The reason that was given with a command's `--purpose`; null without one. */
      statedPurpose: z.string().nullable(),
    })
    .nullable(),
});
export type AuditEntry = z.output<typeof AuditEntrySchema>;

export const AuditScreenSchema = z.object({
  /** Why the query is invalid; nothing is listed then. */
  refusal: z.string().nullable(),
  entries: z.array(AuditEntrySchema),
  /** The last entry, if there are older ones. */
  olderThan: z.string().nullable(),
});

import { z } from 'zod';
import { MAX_CLASS_SIZE, STUDENTS_MAX } from '#app/schemas/designation-size.ts';
import { isRecord } from '#app/lib/records.ts';
import { CRITERIA, DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import type { MethodField } from './designation-fields.ts';
import { AnsweredInstant, bodyWithReadOnly, InstantOrDay, line, multiline, Uuid } from './fields.ts';
import { DIRECTIONS, ListQueryShape } from './listing.ts';
import { StudentAnswerSchema, StudentDraftSchema, StudentSchema } from './student.ts';

export const CLASS_SIZE_MESSAGE = 'Class size must be a whole number of at least 0.';
const CLASS_SIZE_MAX_MESSAGE = `Class size must be at most ${MAX_CLASS_SIZE.toLocaleString('en-US')}.`;
/** For lists from before the limit, too: they can be read, but not saved. */
export const STUDENTS_MAX_MESSAGE = `A list can have at most ${STUDENTS_MAX} students. Shorten it, then save it again.`;
export const TERMS_MESSAGE = 'Please accept the designation terms.';
export const CRITERIA_MESSAGE = 'Choose how students were ranked.';

export const ClassSize = z
  .number({ error: CLASS_SIZE_MESSAGE })
  .int(CLASS_SIZE_MESSAGE)
  .min(0, CLASS_SIZE_MESSAGE)
  .max(MAX_CLASS_SIZE, CLASS_SIZE_MAX_MESSAGE);

export const CriteriaField = z.enum(CRITERIA, { error: CRITERIA_MESSAGE });
export const CriteriaComment = multiline(2000);

export const DesignationCreateSchema = z.strictObject({ highSchoolId: Uuid, academicYearId: Uuid });
export type DesignationCreate = z.output<typeof DesignationCreateSchema>;

/** The read-only fields of a designation's own answer, which may come back in a PATCH. */
const READ_ONLY = [
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'highSchoolId',
  'highSchool',
  'academicYear',
  'academicYearId',
  'submittedBy',
  'downloadedAt',
  'studentCount',
] as const;

/** What staff enter between the agreement and the submission, as every save of it may send it. */
export const DESIGNATION_CONTENTS = {
  classSize: ClassSize.nullable(),
  criteria: CriteriaField.nullable(),
  criteriaComment: CriteriaComment.nullable(),
  students: z.array(StudentDraftSchema).max(STUDENTS_MAX, STUDENTS_MAX_MESSAGE),
} satisfies Record<MethodField | 'students', z.ZodType>;

/** Every field is optional (specification, section 5); what may be changed by whom is decided in the service. */
export const DesignationPatchSchema = bodyWithReadOnly(
  {
    ...z.object(DESIGNATION_CONTENTS).partial().shape,
    status: z.enum(DESIGNATION_STATUSES).optional(),
    acceptedTermsAndConditions: z.boolean().optional(),
    reasons: z.array(z.enum(DECISION_REASONS)).max(DECISION_REASONS.length).optional(),
    note: multiline(4000).nullable().optional(),
    notify: z.boolean().optional(),
  },
  READ_ONLY,
);
export type DesignationPatch = z.output<typeof DesignationPatchSchema>;

/** What a submission has to hold, as far as its body can be asked alone: the rest may be stored. */
const SubmittedContentsSchema = z.object({
  status: z.literal('PENDING'),
  classSize: z.number(CLASS_SIZE_MESSAGE).optional(),
  criteria: z.string(CRITERIA_MESSAGE).optional(),
  students: z.array(StudentSchema).optional(),
});

/**
 * The patch as a caller sends it: where something in a submission is malformed, what it lacks elsewhere is named in the same answer. What
 * a well-formed one lacks is found by the service.
 */
export const DesignationPatchBodySchema = z.unknown().transform((body, context): DesignationPatch => {
  const parsed = DesignationPatchSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const isSubmission = isRecord(body) && body['status'] === 'PENDING';
  const lacking = isSubmission ? (SubmittedContentsSchema.safeParse(body).error?.issues ?? []) : [];
  const named = new Set(parsed.error.issues.map(({ path }) => path.join('.')));
  const added = lacking.filter(({ path }) => !named.has(path.join('.')));
  for (const { path, message } of [...parsed.error.issues, ...added]) {
    context.addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});

export const DESIGNATION_SORTS = [
  'highSchool',
  'year',
  'criteria',
  'status',
  'updatedAt',
  'downloadedAt',
] as const;
export type DesignationSort = (typeof DESIGNATION_SORTS)[number];

const filterShape = {
  criteria: z.array(z.enum(CRITERIA)).optional(),
  status: z.array(z.enum(DESIGNATION_STATUSES)).optional(),
  highSchoolId: Uuid.optional(),
  /** A part of its name. */
  highSchoolName: line(200).optional(),
  academicYearId: Uuid.optional(),
  beforeDate: InstantOrDay.optional(),
  afterDate: InstantOrDay.optional(),
  noDownloadDate: z.boolean().optional(),
  downloadBeforeDate: InstantOrDay.optional(),
  downloadAfterDate: InstantOrDay.optional(),
};

/** The query of the designations list and of its download (specification, section 7). Fields combine with AND, repeated values with OR. */
export const DesignationFilterSchema = z.strictObject(filterShape);
export type DesignationFilter = z.output<typeof DesignationFilterSchema>;

export const DesignationListQuerySchema = z.strictObject({
  ...filterShape,
  ...ListQueryShape,
  sort: z.enum(DESIGNATION_SORTS).optional(),
});
export type DesignationListQuery = z.output<typeof DesignationListQuerySchema>;

/** The address of the list's screen: the query of the call, but for the place, which a row names instead of a number of rows. */
export const DesignationListAddressSchema = z.strictObject({
  ...filterShape,
  sort: z.enum(DESIGNATION_SORTS).optional(),
  direction: z.enum(DIRECTIONS).optional(),
  /** The id of the row that the page follows, or comes before; or the last page. */
  after: Uuid.optional(),
  before: Uuid.optional(),
  last: z.boolean().optional(),
  /** Where the page's first row stands in the whole list, from 1, as the page before knew it. */
  place: z.number().int().min(1).max(100_000_000).optional(),
});
export type DesignationListAddress = z.output<typeof DesignationListAddressSchema>;

/** A designation in a list: no students, a trimmed high school. */
export const DesignationListItemSchema = z.object({
  id: z.string(),
  classSize: z.number().nullable(),
  criteria: z.enum(CRITERIA).nullable(),
  criteriaComment: z.string().nullable(),
  status: z.enum(DESIGNATION_STATUSES),
  createdAt: AnsweredInstant,
  updatedAt: AnsweredInstant,
  highSchoolId: z.string(),
  highSchool: z.object({ id: z.string(), name: z.string() }),
  academicYear: z.object({ id: z.string(), year: z.number() }),
  submittedBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  downloadedAt: AnsweredInstant.nullable(),
  acceptedTermsAndConditions: z.boolean(),
  reasons: z.array(z.enum(DECISION_REASONS)),
  note: z.string().nullable(),
});
export type DesignationListItem = z.output<typeof DesignationListItemSchema>;

export const DesignationAnswerSchema = DesignationListItemSchema.extend({
  version: z.number(),
  students: z.array(StudentAnswerSchema),
});
export type DesignationAnswer = z.output<typeof DesignationAnswerSchema>;

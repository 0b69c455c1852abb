import { z } from 'zod';
import { MAX_CLASS_SIZE, STUDENTS_MAX } from '#app/schemas/designation-size.ts';
import { isRecord } from '#app/lib/records.ts';
import { CRITERIA, DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { DESIGNATION_SORTS, type MethodField } from './designation-fields.ts';
import type { DesignationFilterName } from './designation-filters.ts';
import { DESIGNATION_WARNINGS } from './designation-warnings.ts';
import { ResponseInstant, bodyWithReadOnly, InstantOrDay, line, multiline, Uuid } from './fields.ts';
import { DIRECTIONS, ListQueryShape } from './listing.ts';
import { StudentResponseSchema, StudentDraftSchema, StudentSchema } from './student.ts';

export const CLASS_SIZE_MESSAGE = 'Enter the class size as a whole number, 0 or more.';
const CLASS_SIZE_MAX_MESSAGE = `Class size must be at most ${MAX_CLASS_SIZE.toLocaleString('en-US')}.`;
/** Also shown for lists stored before the limit, which can be read but not saved. */
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
export const DecisionNote = multiline(4000);

/** The method as the forms of a school and of administrators send it. */
export const METHOD_FORM_SHAPE = {
  classSize: ClassSize,
  criteria: CriteriaField,
  criteriaComment: CriteriaComment.default(''),
} satisfies Record<MethodField, z.ZodType>;

const CriteriaAndCommentSchema = z.object(METHOD_FORM_SHAPE).omit({ classSize: true });

/** Returns whether the comment rule can be checked, even if other fields have errors. */
export function hasCriteriaAndComment({ value }: { readonly value: unknown }): boolean {
  return CriteriaAndCommentSchema.safeParse(value).success;
}

export const DesignationCreateSchema = z.strictObject({ highSchoolId: Uuid, academicYearId: Uuid });
export type DesignationCreate = z.output<typeof DesignationCreateSchema>;

/** Fields of our response that a PATCH may send back; they are ignored. */
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
  'warnings',
] as const;

/** What staff enter between the agreement and the submission; every save may include it. */
export const DESIGNATION_CONTENTS = {
  classSize: ClassSize.nullable(),
  criteria: CriteriaField.nullable(),
  criteriaComment: CriteriaComment.nullable(),
  students: z.array(StudentDraftSchema).max(STUDENTS_MAX, STUDENTS_MAX_MESSAGE),
} satisfies Record<MethodField | 'students', z.ZodType>;

/** Every field is optional (specification, section 5). The service decides who may change what. */
export const DesignationPatchSchema = bodyWithReadOnly(
  {
    ...z.object(DESIGNATION_CONTENTS).partial().shape,
    status: z.enum(DESIGNATION_STATUSES).optional(),
    acceptedTermsAndConditions: z.boolean().optional(),
    reasons: z.array(z.enum(DECISION_REASONS)).max(DECISION_REASONS.length).optional(),
    note: DecisionNote.nullable().optional(),
    notify: z.boolean().optional(),
  },
  READ_ONLY,
);
export type DesignationPatch = z.output<typeof DesignationPatchSchema>;

/** What a submission requires of the values in its body; the rest may be stored already. */
const SubmittedContentsSchema = z.object({
  status: z.literal('PENDING'),
  classSize: z.number(CLASS_SIZE_MESSAGE).optional(),
  criteria: z.string(CRITERIA_MESSAGE).optional(),
  students: z.array(StudentSchema).max(STUDENTS_MAX, STUDENTS_MAX_MESSAGE).optional(),
});

/** For a malformed submission, the errors also list missing values. The service checks well-formed ones. */
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

const filterShape = {
  academicYearId: Uuid.optional(),
  criteria: z.array(z.enum(CRITERIA)).optional(),
  status: z.array(z.enum(DESIGNATION_STATUSES)).optional(),
  highSchoolId: Uuid.optional(),
  /** Part of the name. */
  highSchoolName: line(200).optional(),
  beforeDate: InstantOrDay.optional(),
  afterDate: InstantOrDay.optional(),
  noDownloadDate: z.boolean().optional(),
  downloadBeforeDate: InstantOrDay.optional(),
  downloadAfterDate: InstantOrDay.optional(),
  /** Pending again after a return. */
  resubmitted: z.boolean().optional(),
  /** For administrators. */
  warnings: z.array(z.enum(DESIGNATION_WARNINGS)).optional(),
} satisfies Record<DesignationFilterName, z.ZodType>;

/** Filter of the list and download (specification, section 7). Fields combine with AND, repeated values with OR. */
export const DesignationFilterSchema = z.strictObject(filterShape);
export type DesignationFilter = z.output<typeof DesignationFilterSchema>;

export const DesignationListQuerySchema = z.strictObject({
  ...filterShape,
  ...ListQueryShape,
  sort: z.enum(DESIGNATION_SORTS).optional(),
  /** ID of the designation that the page comes after, which is as fast at any depth. */
  after: Uuid.optional(),
});
export type DesignationListQuery = z.output<typeof DesignationListQuerySchema>;

/** Query of the list page: like the API, but a row's ID gives the position instead of limit and offset. */
export const DesignationListPageQuerySchema = z.strictObject({
  ...filterShape,
  sort: z.enum(DESIGNATION_SORTS).optional(),
  direction: z.enum(DIRECTIONS).optional(),
  /** ID of the row that the page comes after or before; `last` requests the last page. */
  after: Uuid.optional(),
  before: Uuid.optional(),
  last: z.boolean().optional(),
  /** Position of the page's first row in the list, from 1, as the previous page knew it. */
  position: z.number().int().min(1).max(100_000_000).optional(),
});
export type DesignationListPageQuery = z.output<typeof DesignationListPageQuerySchema>;

export const DesignationFactsSchema = z.object({
  id: z.string(),
  classSize: z.number().nullable(),
  criteria: z.enum(CRITERIA).nullable(),
  criteriaComment: z.string().nullable(),
  status: z.enum(DESIGNATION_STATUSES),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
  highSchoolId: z.string(),
  highSchool: z.object({ id: z.string(), name: z.string() }),
  academicYear: z.object({ id: z.string(), year: z.number() }),
  submittedBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  downloadedAt: ResponseInstant.nullable(),
  acceptedTermsAndConditions: z.boolean(),
  reasons: z.array(z.enum(DECISION_REASONS)),
  note: z.string().nullable(),
});

/** A designation in a list, without students. */
export const DesignationListItemSchema = DesignationFactsSchema.extend({
  /** For administrators: the warnings as of the last check. Omitted for staff. */
  warnings: z.array(z.enum(DESIGNATION_WARNINGS)).optional(),
});
export type DesignationListItem = z.output<typeof DesignationListItemSchema>;

export const DesignationResponseSchema = DesignationFactsSchema.extend({
  version: z.number(),
  students: z.array(StudentResponseSchema),
});
export type DesignationResponse = z.output<typeof DesignationResponseSchema>;

import { z } from 'zod';
import { ADDRESS_READ_ONLY, AddressAnswerSchema, AddressPatchSchema, addressShape } from './address.ts';
import { ACTIVITY_STATUSES, STAFF_POSITIONS } from './enums.ts';
import {
  AccountEmail,
  AnsweredInstant,
  bodyWithReadOnly,
  line,
  multiline,
  Phone,
  PhoneOrEmpty,
  requiredLine,
  State,
} from './fields.ts';
import { ListQueryShape } from './listing.ts';

const NAME_MAX = 200;
const CODE_MAX = 60;
const READ_ONLY = [
  'id',
  'version',
  'staff',
  'staffInvites',
  'designationCount',
  'createdAt',
  'updatedAt',
] as const;

const details = {
  fax: PhoneOrEmpty.nullable().optional(),
  notes: multiline(10_000).optional(),
  bannerCode: line(CODE_MAX).optional(),
};

/** A new school; it is always created INACTIVE (specification, section 4). */
export const HighSchoolCreateSchema = bodyWithReadOnly(
  {
    name: requiredLine('Name', NAME_MAX),
    phone: Phone,
    ...details,
    status: z.literal('INACTIVE', { error: 'New schools are created INACTIVE.' }).optional(),
    salesforceId: line(CODE_MAX).optional(),
    /** The state is the installation's (specification, section 5); it may be left out. */
    address: bodyWithReadOnly({ ...addressShape, state: State.optional() }, ADDRESS_READ_ONLY),
  },
  READ_ONLY,
);
export type HighSchoolCreate = z.output<typeof HighSchoolCreateSchema>;

/** Changed fields only (specification, section 7). */
export const HighSchoolPatchSchema = bodyWithReadOnly(
  {
    name: requiredLine('Name', NAME_MAX).optional(),
    phone: Phone.optional(),
    ...details,
    status: z.enum(ACTIVITY_STATUSES).optional(),
    salesforceId: line(CODE_MAX).optional(),
    address: AddressPatchSchema.optional(),
  },
  READ_ONLY,
);
export type HighSchoolPatch = z.output<typeof HighSchoolPatchSchema>;

export const HIGH_SCHOOL_SORTS = ['name', 'designationCount', 'phone', 'fax'] as const;
export type HighSchoolSort = (typeof HIGH_SCHOOL_SORTS)[number];
export const HighSchoolListQuerySchema = z.strictObject({
  name: line(NAME_MAX).optional(),
  phone: line(40).optional(),
  fax: line(40).optional(),
  notes: line(500).optional(),
  status: z.array(z.enum(ACTIVITY_STATUSES)).optional(),
  bannerCode: line(CODE_MAX).optional(),
  ...ListQueryShape,
  sort: z.enum(HIGH_SCHOOL_SORTS).optional(),
});
export type HighSchoolListQuery = z.output<typeof HighSchoolListQuerySchema>;

export const StaffInviteCreateSchema = z.strictObject({
  email: AccountEmail,
  position: z.enum(STAFF_POSITIONS).optional(),
});
export type StaffInviteCreate = z.output<typeof StaffInviteCreateSchema>;

export const HighSchoolStaffAnswerSchema = z.object({
  id: z.string(),
  highSchoolId: z.string(),
  userId: z.string(),
  position: z.enum(STAFF_POSITIONS),
  user: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
});
export type HighSchoolStaffAnswer = z.output<typeof HighSchoolStaffAnswerSchema>;

export const StaffInviteAnswerSchema = z.object({
  id: z.string(),
  highSchoolId: z.string(),
  userInviteId: z.string(),
  email: z.string(),
  position: z.enum(STAFF_POSITIONS),
  createdAt: AnsweredInstant,
  updatedAt: AnsweredInstant,
});
export type StaffInviteAnswer = z.output<typeof StaffInviteAnswerSchema>;

export const HighSchoolListItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  fax: z.string().nullable(),
  notes: z.string(),
  status: z.enum(ACTIVITY_STATUSES),
  bannerCode: z.string(),
  salesforceId: z.string(),
  address: AddressAnswerSchema,
  designationCount: z.number(),
  createdAt: AnsweredInstant,
  updatedAt: AnsweredInstant,
});
export type HighSchoolListItem = z.output<typeof HighSchoolListItemSchema>;

export const HighSchoolAnswerSchema = HighSchoolListItemSchema.omit({ designationCount: true }).extend({
  version: z.number(),
  staff: z.array(HighSchoolStaffAnswerSchema),
  staffInvites: z.array(StaffInviteAnswerSchema),
});
export type HighSchoolAnswer = z.output<typeof HighSchoolAnswerSchema>;

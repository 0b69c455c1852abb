import { z } from 'zod';
import { ADDRESS_READ_ONLY, AddressResponseSchema, AddressPatchSchema, addressShape } from './address.ts';
import { ACTIVITY_STATUSES, STAFF_POSITIONS } from './enums.ts';
import {
  AccountEmail,
  ResponseInstant,
  responseTexts,
  bodyWithReadOnly,
  line,
  Phone,
  PhoneOrEmpty,
  requiredLine,
  sentTexts,
  State,
  Uuid,
} from './fields.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  type HIGH_SCHOOL_FIELDS,
  HIGH_SCHOOL_SORTS,
  HIGH_SCHOOL_TEXTS,
  type HighSchoolFilterName,
} from './high-school-fields.ts';
import { DIRECTIONS, ListQueryShape } from './listing.ts';

export const NAME_MAX = 200;
/** Schools per change of status. */
const SCHOOL_STATUSES_MAX = 5000;
const PHONE_PART_MAX = 40;
const TEXT_PART_MAX = 500;

const READ_ONLY = [
  'id',
  'version',
  'staff',
  'staffInvites',
  'designationCount',
  'createdAt',
  'updatedAt',
] as const;

const details = { fax: PhoneOrEmpty.nullable().optional(), ...sentTexts(HIGH_SCHOOL_TEXTS) };

/** A new school is always INACTIVE (specification, section 4). */
export const HighSchoolCreateSchema = bodyWithReadOnly(
  {
    name: requiredLine('Name', NAME_MAX),
    phone: Phone,
    ...details,
    status: z.literal('INACTIVE', { error: 'New schools are created INACTIVE.' }).optional(),
    /** The state may be omitted, because the installation sets it (specification, section 5). */
    address: bodyWithReadOnly({ ...addressShape, state: State.optional() }, ADDRESS_READ_ONLY),
  },
  READ_ONLY,
);
export type HighSchoolCreate = z.output<typeof HighSchoolCreateSchema>;

/** Schools to activate or deactivate together. */
export const SchoolStatusesSchema = z.strictObject({
  ids: z.array(Uuid).min(1, 'Choose at least one school.').max(SCHOOL_STATUSES_MAX),
  status: z.enum(ACTIVITY_STATUSES),
});
export type SchoolStatusesInput = z.output<typeof SchoolStatusesSchema>;

/** Schools that had another status, by name. */
export const SchoolStatusesResponseSchema = z.object({ changed: z.array(z.string()) });

/** Changed fields only (specification, section 7). */
export const HighSchoolPatchSchema = bodyWithReadOnly(
  {
    name: requiredLine('Name', NAME_MAX).optional(),
    phone: Phone.optional(),
    ...details,
    status: z.enum(ACTIVITY_STATUSES).optional(),
    address: AddressPatchSchema.optional(),
  },
  READ_ONLY,
);
export type HighSchoolPatch = z.output<typeof HighSchoolPatchSchema>;

const FILTERS = {
  text: line(TEXT_PART_MAX).optional(),
  phone: line(PHONE_PART_MAX).optional(),
  status: z.array(z.enum(ACTIVITY_STATUSES)).optional(),
};
type FilterShape = {
  [Name in HighSchoolFilterName]: (typeof FILTERS)[(typeof HIGH_SCHOOL_FIELDS)[Name]['filter']];
};
const filterShape = Object.fromEntries(
  HIGH_SCHOOL_FIELD_LIST.flatMap(([name, { filter }]) =>
    filter === undefined ? [] : [[name, FILTERS[filter]]],
  ),
) as FilterShape;

/** The list's filters; the download accepts nothing else. */
export const HighSchoolFilterSchema = z.strictObject(filterShape);
export type HighSchoolFilter = z.output<typeof HighSchoolFilterSchema>;

const sort = z.enum(HIGH_SCHOOL_SORTS).optional();
export const HighSchoolListQuerySchema = z.strictObject({ ...filterShape, ...ListQueryShape, sort });
export type HighSchoolListQuery = z.output<typeof HighSchoolListQuerySchema>;

/** Query of the list pages: like the API, but with a page number from 1 instead of limit and offset. */
export const HighSchoolListPageQuerySchema = z.strictObject({
  ...filterShape,
  sort,
  direction: z.enum(DIRECTIONS).optional(),
  page: z.number().int().min(1).max(1_000_000).optional(),
});
export type HighSchoolListPageQuery = z.output<typeof HighSchoolListPageQuerySchema>;

export const StaffInviteCreateSchema = z.strictObject({
  email: AccountEmail,
  position: z.enum(STAFF_POSITIONS).optional(),
});
export type StaffInviteCreate = z.output<typeof StaffInviteCreateSchema>;

/** Adds an existing account to the staff. */
export const StaffCreateSchema = z.strictObject({
  userId: Uuid,
  position: z.enum(STAFF_POSITIONS, { error: 'Choose a position.' }),
});
export type StaffCreate = z.output<typeof StaffCreateSchema>;

export const StaffPatchSchema = bodyWithReadOnly(
  { position: z.enum(STAFF_POSITIONS, { error: 'Choose a position.' }) },
  ['id', 'highSchoolId', 'userId', 'user'],
);
export type StaffPatch = z.output<typeof StaffPatchSchema>;

export const HighSchoolStaffResponseSchema = z.object({
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
export type HighSchoolStaffResponse = z.output<typeof HighSchoolStaffResponseSchema>;

export const StaffInviteResponseSchema = z.object({
  id: z.string(),
  highSchoolId: z.string(),
  userInviteId: z.string(),
  email: z.string(),
  position: z.enum(STAFF_POSITIONS),
  expiresAt: ResponseInstant,
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type StaffInviteResponse = z.output<typeof StaffInviteResponseSchema>;

export const HighSchoolListItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  fax: z.string().nullable(),
  status: z.enum(ACTIVITY_STATUSES),
  ...responseTexts(HIGH_SCHOOL_TEXTS),
  address: AddressResponseSchema,
  designationCount: z.number(),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type HighSchoolListItem = z.output<typeof HighSchoolListItemSchema>;

export const HighSchoolDetailsSchema = HighSchoolListItemSchema.omit({ designationCount: true });
export type HighSchoolDetails = z.output<typeof HighSchoolDetailsSchema>;

export const HighSchoolResponseSchema = HighSchoolDetailsSchema.extend({
  version: z.number(),
  staff: z.array(HighSchoolStaffResponseSchema),
  staffInvites: z.array(StaffInviteResponseSchema),
});
export type HighSchoolResponse = z.output<typeof HighSchoolResponseSchema>;

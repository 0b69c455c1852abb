import { z } from 'zod';
import { RequestEmail } from './access-request.ts';
import { ACTIVITY_STATUSES, STAFF_POSITIONS } from './enums.ts';
import { AccountEmail, line, Phone, PhoneOrEmpty, requiredLine, textOf, Uuid, Zip4, Zip5 } from './fields.ts';
import { ofEachField } from './field-tables.ts';
import { NAME_MAX } from './high-school.ts';
import { HIGH_SCHOOL_TEXTS } from './high-school-fields.ts';

/** Conform omits empty fields, so they default to ''. The installation sets the state (specification, section 5). */

const LINE_MAX = 120;

const contact = {
  phone: Phone,
  fax: PhoneOrEmpty.default(''),
  address: z
    .strictObject({
      address1: requiredLine('Address', LINE_MAX),
      address2: line(LINE_MAX).default(''),
      city: requiredLine('City', LINE_MAX),
      zip5: Zip5,
      zip4: Zip4.default(''),
    })
    // Reports each missing part if the whole address is empty.
    .prefault({ address1: '', city: '', zip5: '' }),
};

const texts = ofEachField(HIGH_SCHOOL_TEXTS, (field) => textOf(field).default(''));

const save = { intent: z.literal('save'), version: z.number().int() };

export const HighSchoolFormSchema = z.strictObject({
  ...save,
  name: requiredLine('Name', NAME_MAX),
  status: z.enum(ACTIVITY_STATUSES),
  ...contact,
  ...texts,
});
export type HighSchoolForm = z.output<typeof HighSchoolFormSchema>;

/** For staff (specification, section 6). Accepts administrators' fields, so the service can reject them by name. */
export const HighSchoolContactFormSchema = z.strictObject({
  ...save,
  ...contact,
  name: line(NAME_MAX).optional(),
  status: z.enum(ACTIVITY_STATUSES).optional(),
  ...ofEachField(HIGH_SCHOOL_TEXTS, (field) => textOf(field).optional()),
});
export type HighSchoolContactForm = z.output<typeof HighSchoolContactFormSchema>;

export const NewHighSchoolFormSchema = z.strictObject({
  name: requiredLine('Name', NAME_MAX),
  ...contact,
  ...texts,
});
export type NewHighSchoolForm = z.output<typeof NewHighSchoolFormSchema>;

export const StaffInviteFormSchema = z.strictObject({
  intent: z.literal('invite'),
  email: AccountEmail,
  position: z.enum(STAFF_POSITIONS),
});
export type StaffInviteForm = z.output<typeof StaffInviteFormSchema>;

export const StaffRowFormSchema = z.discriminatedUnion('intent', [
  z.strictObject({
    intent: z.literal('change-position'),
    userId: Uuid,
    position: z.enum(STAFF_POSITIONS),
    /** The position that the form showed. */
    expected: z.enum(STAFF_POSITIONS).optional(),
    /** The page stays, and the reply says whether the position is saved. */
    inPlace: z.literal('yes').optional(),
  }),
  z.strictObject({ intent: z.literal('remove-staff'), userId: Uuid }),
  z.strictObject({ intent: z.enum(['resend-invite', 'remove-invite']), inviteId: Uuid }),
  z.strictObject({
    intent: z.enum(['accept-request', 'decline-request']),
    requestId: Uuid,
    email: RequestEmail,
  }),
]);
export type StaffRowForm = z.output<typeof StaffRowFormSchema>;

/** The reply to a position that was changed in place: the refusal, or null if it is saved. */
export interface PositionReply {
  readonly userId: string;
  readonly refusal: string | null;
}

/** The list's selection: the IDs of the selected schools and the status that they get. */
export const SchoolStatusesFormSchema = z.strictObject({
  intent: z.enum(ACTIVITY_STATUSES),
  selected: z.array(Uuid).default([]),
});

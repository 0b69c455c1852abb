import { NoteResponseSchema, NoteCreateSchema, SchoolNoteCreateSchema } from '#app/schemas/internal-note.ts';
import { SavedViewCreateSchema, SavedViewPatchSchema, SavedViewSchema } from '#app/schemas/saved-view.ts';
import { SnoozeResponseSchema } from '#app/schemas/school-snooze.ts';
import { z } from 'zod';
import {
  AcademicYearResponseSchema,
  AcademicYearCreateSchema,
  AcademicYearPatchSchema,
  ExtensionResponseSchema,
  ExtensionCreateSchema,
} from '#app/schemas/academic-year.ts';
import {
  AccessTokenCreateSchema,
  AccessTokenSchema,
  CreatedAccessTokenSchema,
} from '#app/schemas/access-token.ts';
import { AddressResponseSchema } from '#app/schemas/address.ts';
import { AuditEntrySchema } from '#app/schemas/audit.ts';
import { MessageResponseSchema } from '#app/schemas/designation-message.ts';
import {
  DesignationResponseSchema,
  DesignationListItemSchema,
  DesignationPatchSchema,
} from '#app/schemas/designation.ts';
import { IdentitySchema } from '#app/schemas/identity.ts';
import { PasskeySchema } from '#app/schemas/passkey.ts';
import { DuplicatePairSchema } from '#app/schemas/duplicate-pair.ts';
import { AudienceSchema } from '#app/schemas/email-audience.ts';
import {
  DeliveryResponseSchema,
  DeliveryDetailsSchema,
  DeliveryRecipientSchema,
  EmailSendSchema,
  EmailTemplateResponseSchema,
  EmailTemplateCreateSchema,
  EmailTemplatePatchSchema,
  RecipientsResponseSchema,
} from '#app/schemas/email.ts';
import {
  ExportProfileCreateSchema,
  ExportProfilePatchSchema,
  ExportProfileSchema,
} from '#app/schemas/export.ts';
import {
  HighSchoolResponseSchema,
  HighSchoolCreateSchema,
  HighSchoolListItemSchema,
  HighSchoolPatchSchema,
  HighSchoolStaffResponseSchema,
  StaffInviteResponseSchema,
} from '#app/schemas/high-school.ts';
import { OwnInviteSchema, UserInviteResponseSchema } from '#app/schemas/invite.ts';
import { OfficeSettingsResponseSchema, OfficeSettingsPatchSchema } from '#app/schemas/office-settings.ts';
import { SearchResponseSchema } from '#app/schemas/search.ts';
import { StatisticsRowSchema } from '#app/schemas/statistics.ts';
import { StudentResponseSchema, StudentDraftSchema } from '#app/schemas/student.ts';
import {
  UserResponseSchema,
  UserHighSchoolSchema,
  UserListItemSchema,
  UserPatchSchema,
} from '#app/schemas/user.ts';
import { MergeAccountSchema, MergedPositionSchema } from '#app/schemas/user-merge.ts';

/** The body of every error (decisions, section 2). */
export const ErrorSchema = z.object({
  statusCode: z.int(),
  error: z.string(),
  message: z.string(),
  issues: z
    .array(z.object({ path: z.array(z.union([z.string(), z.int()])), message: z.string() }))
    .optional(),
  requestId: z.string().optional(),
});

/** The schemas that the document names, which generated clients use as names of types. */
export const COMPONENTS: Readonly<Record<string, z.ZodType>> = {
  AcademicYear: AcademicYearResponseSchema,
  AcademicYearCreate: AcademicYearCreateSchema,
  AcademicYearPatch: AcademicYearPatchSchema,
  AccessToken: AccessTokenSchema,
  AccessTokenCreate: AccessTokenCreateSchema,
  AccessTokenCreated: CreatedAccessTokenSchema,
  Address: AddressResponseSchema,
  Audience: AudienceSchema,
  AuditEntry: AuditEntrySchema,
  Delivery: DeliveryResponseSchema,
  DeliveryDetails: DeliveryDetailsSchema,
  DeliveryRecipient: DeliveryRecipientSchema,
  Designation: DesignationResponseSchema,
  DesignationListItem: DesignationListItemSchema,
  DesignationPatch: DesignationPatchSchema,
  DuplicatePair: DuplicatePairSchema,
  EmailSend: EmailSendSchema,
  EmailTemplate: EmailTemplateResponseSchema,
  EmailTemplateCreate: EmailTemplateCreateSchema,
  EmailTemplatePatch: EmailTemplatePatchSchema,
  Error: ErrorSchema,
  ExportProfile: ExportProfileSchema,
  ExportProfileCreate: ExportProfileCreateSchema,
  ExportProfilePatch: ExportProfilePatchSchema,
  Extension: ExtensionResponseSchema,
  ExtensionCreate: ExtensionCreateSchema,
  HighSchool: HighSchoolResponseSchema,
  HighSchoolCreate: HighSchoolCreateSchema,
  HighSchoolListItem: HighSchoolListItemSchema,
  HighSchoolPatch: HighSchoolPatchSchema,
  Identity: IdentitySchema,
  MergeAccount: MergeAccountSchema,
  MergedPosition: MergedPositionSchema,
  Message: MessageResponseSchema,
  Note: NoteResponseSchema,
  NoteCreate: NoteCreateSchema,
  OwnInvite: OwnInviteSchema,
  Passkey: PasskeySchema,
  Recipients: RecipientsResponseSchema,
  SavedView: SavedViewSchema,
  SavedViewCreate: SavedViewCreateSchema,
  SavedViewPatch: SavedViewPatchSchema,
  SchoolNoteCreate: SchoolNoteCreateSchema,
  SearchResults: SearchResponseSchema,
  Settings: OfficeSettingsResponseSchema,
  SettingsPatch: OfficeSettingsPatchSchema,
  Snooze: SnoozeResponseSchema,
  StaffInvite: StaffInviteResponseSchema,
  StaffMember: HighSchoolStaffResponseSchema,
  StatisticsRow: StatisticsRowSchema,
  Student: StudentResponseSchema,
  StudentDraft: StudentDraftSchema,
  User: UserResponseSchema,
  UserHighSchool: UserHighSchoolSchema,
  UserInvite: UserInviteResponseSchema,
  UserListItem: UserListItemSchema,
  UserPatch: UserPatchSchema,
};

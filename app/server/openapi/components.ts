import { NoteAnswerSchema, NoteCreateSchema, SchoolNoteCreateSchema } from '#app/schemas/internal-note.ts';
import { SavedViewCreateSchema, SavedViewPatchSchema, SavedViewSchema } from '#app/schemas/saved-view.ts';
import { SnoozeAnswerSchema } from '#app/schemas/school-snooze.ts';
import { z } from 'zod';
import {
  AcademicYearAnswerSchema,
  AcademicYearCreateSchema,
  AcademicYearPatchSchema,
  ExtensionAnswerSchema,
  ExtensionCreateSchema,
} from '#app/schemas/academic-year.ts';
import {
  AccessTokenCreateSchema,
  AccessTokenSchema,
  CreatedAccessTokenSchema,
} from '#app/schemas/access-token.ts';
import { AddressAnswerSchema } from '#app/schemas/address.ts';
import { AuditEntrySchema } from '#app/schemas/audit.ts';
import { MessageAnswerSchema } from '#app/schemas/designation-message.ts';
import {
  DesignationAnswerSchema,
  DesignationListItemSchema,
  DesignationPatchSchema,
} from '#app/schemas/designation.ts';
import { PasskeySchema } from '#app/schemas/passkey.ts';
import { DuplicatePairSchema } from '#app/schemas/duplicate-pair.ts';
import { AudienceSchema } from '#app/schemas/email-audience.ts';
import {
  DeliveryAnswerSchema,
  DeliveryDetailsSchema,
  DeliveryRecipientSchema,
  EmailSendSchema,
  EmailTemplateAnswerSchema,
  EmailTemplateCreateSchema,
  EmailTemplatePatchSchema,
  RecipientsAnswerSchema,
} from '#app/schemas/email.ts';
import {
  ExportProfileCreateSchema,
  ExportProfilePatchSchema,
  ExportProfileSchema,
} from '#app/schemas/export.ts';
import {
  HighSchoolAnswerSchema,
  HighSchoolCreateSchema,
  HighSchoolListItemSchema,
  HighSchoolPatchSchema,
  HighSchoolStaffAnswerSchema,
  StaffInviteAnswerSchema,
} from '#app/schemas/high-school.ts';
import { OwnInviteSchema, UserInviteAnswerSchema } from '#app/schemas/invite.ts';
import { OfficeSettingsAnswerSchema, OfficeSettingsPatchSchema } from '#app/schemas/office-settings.ts';
import { SearchAnswerSchema } from '#app/schemas/search.ts';
import { StatisticsRowSchema } from '#app/schemas/statistics.ts';
import { StudentAnswerSchema, StudentDraftSchema } from '#app/schemas/student.ts';
import {
  UserAnswerSchema,
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
  AcademicYear: AcademicYearAnswerSchema,
  AcademicYearCreate: AcademicYearCreateSchema,
  AcademicYearPatch: AcademicYearPatchSchema,
  AccessToken: AccessTokenSchema,
  AccessTokenCreate: AccessTokenCreateSchema,
  AccessTokenCreated: CreatedAccessTokenSchema,
  Address: AddressAnswerSchema,
  Audience: AudienceSchema,
  AuditEntry: AuditEntrySchema,
  Delivery: DeliveryAnswerSchema,
  DeliveryDetails: DeliveryDetailsSchema,
  DeliveryRecipient: DeliveryRecipientSchema,
  Designation: DesignationAnswerSchema,
  DesignationListItem: DesignationListItemSchema,
  DesignationPatch: DesignationPatchSchema,
  DuplicatePair: DuplicatePairSchema,
  EmailSend: EmailSendSchema,
  EmailTemplate: EmailTemplateAnswerSchema,
  EmailTemplateCreate: EmailTemplateCreateSchema,
  EmailTemplatePatch: EmailTemplatePatchSchema,
  Error: ErrorSchema,
  ExportProfile: ExportProfileSchema,
  ExportProfileCreate: ExportProfileCreateSchema,
  ExportProfilePatch: ExportProfilePatchSchema,
  Extension: ExtensionAnswerSchema,
  ExtensionCreate: ExtensionCreateSchema,
  HighSchool: HighSchoolAnswerSchema,
  HighSchoolCreate: HighSchoolCreateSchema,
  HighSchoolListItem: HighSchoolListItemSchema,
  HighSchoolPatch: HighSchoolPatchSchema,
  MergeAccount: MergeAccountSchema,
  MergedPosition: MergedPositionSchema,
  Message: MessageAnswerSchema,
  Note: NoteAnswerSchema,
  NoteCreate: NoteCreateSchema,
  OwnInvite: OwnInviteSchema,
  Passkey: PasskeySchema,
  Recipients: RecipientsAnswerSchema,
  SavedView: SavedViewSchema,
  SavedViewCreate: SavedViewCreateSchema,
  SavedViewPatch: SavedViewPatchSchema,
  SchoolNoteCreate: SchoolNoteCreateSchema,
  SearchResults: SearchAnswerSchema,
  Settings: OfficeSettingsAnswerSchema,
  SettingsPatch: OfficeSettingsPatchSchema,
  Snooze: SnoozeAnswerSchema,
  StaffInvite: StaffInviteAnswerSchema,
  StaffMember: HighSchoolStaffAnswerSchema,
  StatisticsRow: StatisticsRowSchema,
  Student: StudentAnswerSchema,
  StudentDraft: StudentDraftSchema,
  User: UserAnswerSchema,
  UserHighSchool: UserHighSchoolSchema,
  UserInvite: UserInviteAnswerSchema,
  UserListItem: UserListItemSchema,
  UserPatch: UserPatchSchema,
};

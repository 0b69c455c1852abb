import { AcademicYearEntity } from './academic-year.ts';
import { AccessChangeEntity } from './access-change.ts';
import { AccessRequestEntity } from './access-request.ts';
import { BouncedAddressEntity } from './bounced-address.ts';
import { DeadlineExtensionEntity } from './deadline-extension.ts';
import { DesignationCheckEntity } from './designation-check.ts';
import { DesignationEditorEntity } from './designation-editor.ts';
import { DesignationMatchEntity } from './designation-match.ts';
import { DesignationMessageEntity } from './designation-message.ts';
import { DesignationTallyEntity } from './designation-tally.ts';
import { DesignationWarningEntity } from './designation-warning.ts';
import { DesignationEntity } from './designation.ts';
import { DisclosureChainEntryEntity } from './disclosure-chain-entry.ts';
import { AccessTokenEntity } from './access-token.ts';
import { DisclosureEntity } from './disclosure.ts';
import { EmailDeliveryEntity } from './email-delivery.ts';
import { EmailTemplateEntity } from './email-template.ts';
import { EventEntity } from './event.ts';
import { ExportProfileEntity } from './export-profile.ts';
import { HighSchoolStaffInviteEntity } from './high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from './high-school-staff.ts';
import { HighSchoolEntity } from './high-school.ts';
import { IdempotencyKeyEntity } from './idempotency-key.ts';
import { ImportMappingEntity } from './import-mapping.ts';
import { InternalNoteEntity } from './internal-note.ts';
import { LinkedIdentityEntity } from './linked-identity.ts';
import { LoginChallengeEntity } from './login-challenge.ts';
import { MailPaceEntity } from './mail-pace.ts';
import { MessageReadingEntity } from './message-reading.ts';
import { NoticeEntity } from './notice.ts';
import { OfficeDigestEntity } from './office-digest.ts';
import { OfficeSettingsEntity } from './office-settings.ts';
import { OidcRequestEntity } from './oidc-request.ts';
import { OutboxMailEntity } from './outbox-mail.ts';
import { PasskeyChallengeEntity } from './passkey-challenge.ts';
import { PasskeyEntity } from './passkey.ts';
import { PostalAddressEntity } from './postal-address.ts';
import { RateLimitEntity } from './rate-limit.ts';
import { ReminderRuleEntity } from './reminder-rule.ts';
import { ReturnedContentsEntity } from './returned-contents.ts';
import { SchoolImportHeaderEntity } from './school-import-header.ts';
import { SavedViewEntity } from './saved-view.ts';
import { SchoolSnoozeEntity } from './school-snooze.ts';
import { SentReminderEntity } from './sent-reminder.ts';
import { SessionEntity } from './session.ts';
import { StudentEntity } from './student.ts';
import { UndoableDecisionEntity } from './undoable-decision.ts';
import { UserAccountEntity } from './user-account.ts';
import { UserInviteEntity } from './user-invite.ts';

/** A fixed list instead of file discovery, so that bundles need no entity files. */
export const entities = [
  AcademicYearEntity,
  AccessChangeEntity,
  AccessRequestEntity,
  BouncedAddressEntity,
  DeadlineExtensionEntity,
  DesignationCheckEntity,
  DesignationEditorEntity,
  DesignationEntity,
  DesignationMatchEntity,
  DesignationMessageEntity,
  DesignationTallyEntity,
  DesignationWarningEntity,
  DisclosureChainEntryEntity,
  AccessTokenEntity,
  DisclosureEntity,
  EmailDeliveryEntity,
  EmailTemplateEntity,
  EventEntity,
  ExportProfileEntity,
  HighSchoolEntity,
  HighSchoolStaffEntity,
  HighSchoolStaffInviteEntity,
  IdempotencyKeyEntity,
  ImportMappingEntity,
  InternalNoteEntity,
  LinkedIdentityEntity,
  LoginChallengeEntity,
  MailPaceEntity,
  MessageReadingEntity,
  NoticeEntity,
  OfficeDigestEntity,
  OfficeSettingsEntity,
  OidcRequestEntity,
  OutboxMailEntity,
  PasskeyChallengeEntity,
  PasskeyEntity,
  PostalAddressEntity,
  RateLimitEntity,
  ReminderRuleEntity,
  ReturnedContentsEntity,
  SchoolImportHeaderEntity,
  SavedViewEntity,
  SchoolSnoozeEntity,
  SentReminderEntity,
  SessionEntity,
  StudentEntity,
  UndoableDecisionEntity,
  UserAccountEntity,
  UserInviteEntity,
];

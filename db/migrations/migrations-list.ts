import type { MigrationObject } from '@mikro-orm/core';
import { MIGRATION_NAMES } from './known-migrations.ts';
import { Migration20261121143728Initial } from './migration-20261121143728-initial.ts';
import { Migration20261121144000AddOnlyLogs } from './migration-20261121144000-add-only-logs.ts';
import { Migration20261121145520ChallengeAsker } from './migration-20261121145520-challenge-asker.ts';
import { Migration20261121155900ApprovedDesignations } from './migration-20261121155900-approved-designations.ts';
import { Migration20261121173000EditingAndReturns } from './migration-20261121173000-editing-and-returns.ts';
import { Migration20261121175500DesignationPages } from './migration-20261121175500-designation-pages.ts';
import { Migration20261121181000DesignationTally } from './migration-20261121181000-designation-tally.ts';
import { Migration20261121210500ReminderRules } from './migration-20261121210500-reminder-rules.ts';
import { Migration20261121221500HomeFigures } from './migration-20261121221500-home-figures.ts';
import { Migration20261121221800YearsDates } from './migration-20261121221800-years-dates.ts';
import { Migration20261121235900Deliveries } from './migration-20261121235900-deliveries.ts';
import { Migration20261122041500MailRecipients } from './migration-20261122041500-mail-recipients.ts';
import { Migration20261122170100DisclosuresOfADay } from './migration-20261122170100-disclosures-of-a-day.ts';
import { Migration20261122174500ExtensionNotice } from './migration-20261122174500-extension-notice.ts';
import { Migration20261122181500AnsweredInvites } from './migration-20261122181500-answered-invites.ts';
import { Migration20261122181600AccessChanges } from './migration-20261122181600-access-changes.ts';
import { Migration20261122183000CodeRequests } from './migration-20261122183000-code-requests.ts';
import { Migration20261122220500Backups } from './migration-20261122220500-backups.ts';
import { Migration20261123011000FoldedNames } from './migration-20261123011000-folded-names.ts';
import { Migration20261123065800InviteAddresses } from './migration-20261123065800-invite-addresses.ts';
import { Migration20261123131000Channels } from './migration-20261123131000-channels.ts';
import { Migration20261125143000InviteExpiry } from './migration-20261125143000-invite-expiry.ts';
import { Migration20261125143500AccessRequests } from './migration-20261125143500-access-requests.ts';
import { Migration20261125150000DesignationMessages } from './migration-20261125150000-designation-messages.ts';
import { Migration20261125205500AuditLog } from './migration-20261125205500-audit-log.ts';
import { Migration20261125212000ReviewingTabs } from './migration-20261125212000-reviewing-tabs.ts';
import { Migration20261126181000UndoableDecisions } from './migration-20261126181000-undoable-decisions.ts';
import { Migration20261126182000DesignationWarnings } from './migration-20261126182000-designation-warnings.ts';
import { Migration20261126183000Search } from './migration-20261126183000-search.ts';
import { Migration20261126184000ExportProfiles } from './migration-20261126184000-export-profiles.ts';
import { Migration20261126184500SchoolImportHeaders } from './migration-20261126184500-school-import-headers.ts';
import { Migration20261126185000OfficeSettings } from './migration-20261126185000-office-settings.ts';
import { Migration20261126185030ExportProfileEvents } from './migration-20261126185030-export-profile-events.ts';
import { Migration20261126190000OfficeDigest } from './migration-20261126190000-office-digest.ts';
import { Migration20261126200000InternalNotes } from './migration-20261126200000-internal-notes.ts';
import { Migration20261126200500SchoolCalls } from './migration-20261126200500-school-calls.ts';
import { Migration20261126202000OneOffEmails } from './migration-20261126202000-one-off-emails.ts';
import { Migration20261126203000SavedViews } from './migration-20261126203000-saved-views.ts';
import { Migration20261126210000AccessTokens } from './migration-20261126210000-access-tokens.ts';
import { Migration20261127002000MergedUsers } from './migration-20261127002000-merged-users.ts';
import { Migration20261127003000DisclosureChain } from './migration-20261127003000-disclosure-chain.ts';
import { Migration20261127010000DisclosureValues } from './migration-20261127010000-disclosure-values.ts';
import { Migration20261127014000CommandOrigins } from './migration-20261127014000-command-origins.ts';
import { Migration20261127020000Passkeys } from './migration-20261127020000-passkeys.ts';
import { Migration20261127021000SessionPasskeys } from './migration-20261127021000-session-passkeys.ts';
import { Migration20261127040000LinkedIdentities } from './migration-20261127040000-linked-identities.ts';
import { Migration20261128010000EventSteps } from './migration-20261128010000-event-steps.ts';

const CLASSES = {
  Migration20261121143728Initial,
  Migration20261121144000AddOnlyLogs,
  Migration20261121145520ChallengeAsker,
  Migration20261121155900ApprovedDesignations,
  Migration20261121173000EditingAndReturns,
  Migration20261121175500DesignationPages,
  Migration20261121181000DesignationTally,
  Migration20261121210500ReminderRules,
  Migration20261121221500HomeFigures,
  Migration20261121221800YearsDates,
  Migration20261121235900Deliveries,
  Migration20261122041500MailRecipients,
  Migration20261122170100DisclosuresOfADay,
  Migration20261122174500ExtensionNotice,
  Migration20261122181500AnsweredInvites,
  Migration20261122181600AccessChanges,
  Migration20261122183000CodeRequests,
  Migration20261122220500Backups,
  Migration20261123011000FoldedNames,
  Migration20261123065800InviteAddresses,
  Migration20261123131000Channels,
  Migration20261125143000InviteExpiry,
  Migration20261125143500AccessRequests,
  Migration20261125150000DesignationMessages,
  Migration20261125205500AuditLog,
  Migration20261125212000ReviewingTabs,
  Migration20261126181000UndoableDecisions,
  Migration20261126182000DesignationWarnings,
  Migration20261126183000Search,
  Migration20261126184000ExportProfiles,
  Migration20261126184500SchoolImportHeaders,
  Migration20261126185000OfficeSettings,
  Migration20261126185030ExportProfileEvents,
  Migration20261126190000OfficeDigest,
  Migration20261126200000InternalNotes,
  Migration20261126200500SchoolCalls,
  Migration20261126202000OneOffEmails,
  Migration20261126203000SavedViews,
  Migration20261126210000AccessTokens,
  Migration20261127002000MergedUsers,
  Migration20261127003000DisclosureChain,
  Migration20261127010000DisclosureValues,
  Migration20261127014000CommandOrigins,
  Migration20261127020000Passkeys,
  Migration20261127021000SessionPasskeys,
  Migration20261127040000LinkedIdentities,
  Migration20261128010000EventSteps,
} satisfies Record<(typeof MIGRATION_NAMES)[number], unknown>;

/** Every migration in order; a bundle can't read them from the file system. */
export const migrationsList: MigrationObject[] = MIGRATION_NAMES.map((name) => ({
  name,
  class: CLASSES[name],
}));

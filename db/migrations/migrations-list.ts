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

/** Every migration in order; a bundle cannot read them from the file system. Names are what the database remembers. */
export const migrationsList = [
  { name: 'Migration20261121143728Initial', class: Migration20261121143728Initial },
  { name: 'Migration20261121144000AddOnlyLogs', class: Migration20261121144000AddOnlyLogs },
  { name: 'Migration20261121145520ChallengeAsker', class: Migration20261121145520ChallengeAsker },
  {
    name: 'Migration20261121155900ApprovedDesignations',
    class: Migration20261121155900ApprovedDesignations,
  },
  { name: 'Migration20261121173000EditingAndReturns', class: Migration20261121173000EditingAndReturns },
  { name: 'Migration20261121175500DesignationPages', class: Migration20261121175500DesignationPages },
  { name: 'Migration20261121181000DesignationTally', class: Migration20261121181000DesignationTally },
  { name: 'Migration20261121210500ReminderRules', class: Migration20261121210500ReminderRules },
  { name: 'Migration20261121221500HomeFigures', class: Migration20261121221500HomeFigures },
  { name: 'Migration20261121221800YearsDates', class: Migration20261121221800YearsDates },
  { name: 'Migration20261121235900Deliveries', class: Migration20261121235900Deliveries },
  { name: 'Migration20261122041500MailRecipients', class: Migration20261122041500MailRecipients },
  { name: 'Migration20261122170100DisclosuresOfADay', class: Migration20261122170100DisclosuresOfADay },
  { name: 'Migration20261122174500ExtensionNotice', class: Migration20261122174500ExtensionNotice },
  { name: 'Migration20261122181500AnsweredInvites', class: Migration20261122181500AnsweredInvites },
  { name: 'Migration20261122181600AccessChanges', class: Migration20261122181600AccessChanges },
  { name: 'Migration20261122183000CodeRequests', class: Migration20261122183000CodeRequests },
  { name: 'Migration20261122220500Backups', class: Migration20261122220500Backups },
  { name: 'Migration20261123011000FoldedNames', class: Migration20261123011000FoldedNames },
  { name: 'Migration20261123065800InviteAddresses', class: Migration20261123065800InviteAddresses },
  { name: 'Migration20261123131000Channels', class: Migration20261123131000Channels },
  { name: 'Migration20261125143000InviteExpiry', class: Migration20261125143000InviteExpiry },
  { name: 'Migration20261125143500AccessRequests', class: Migration20261125143500AccessRequests },
  {
    name: 'Migration20261125150000DesignationMessages',
    class: Migration20261125150000DesignationMessages,
  },
];

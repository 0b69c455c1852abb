import { Migration20261121143728Initial } from './migration-20261121143728-initial.ts';
import { Migration20261121144000AddOnlyLogs } from './migration-20261121144000-add-only-logs.ts';
import { Migration20261121145520ChallengeAsker } from './migration-20261121145520-challenge-asker.ts';
import { Migration20261121155900ApprovedDesignations } from './migration-20261121155900-approved-designations.ts';
import { Migration20261121173000EditingAndReturns } from './migration-20261121173000-editing-and-returns.ts';
import { Migration20261121175500DesignationPages } from './migration-20261121175500-designation-pages.ts';
import { Migration20261121181000DesignationTally } from './migration-20261121181000-designation-tally.ts';

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
];

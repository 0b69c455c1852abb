import type { EntityManager } from '@mikro-orm/postgresql';
import { datedDesignations } from './dated-designations.ts';
import { demoDesignations } from './demo-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { fillEmptyDatabase, type SeedResult } from './empty-database.server.ts';
import { seedDesignations } from './seed-designations.server.ts';
import { seedEmails } from './seed-emails.server.ts';
import { seedMessages } from './seed-messages.server.ts';
import { seedNotes } from './seed-notes.server.ts';
import { seedOrganization } from './seed-organization.server.ts';
import { seedId } from './seeded-random.ts';
import { ACCESS_REQUEST_DAYS } from '#app/config/constants.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import { APPLICANT, APPLICATION } from './demo-staff.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import { userCreatedAt } from './organization-history.ts';

export const DEMO_MARKER = seedId(DEMO_PEOPLE.administrator.email);

/**
 * Fills an empty database with the demo. Dates count back from `now`; everything else is always the same. Changes
 * nothing in a database with data.
 */
export async function seedDemo(em: EntityManager, now: Date): Promise<SeedResult> {
  return fillEmptyDatabase(em, DEMO_MARKER, async (tx) => {
    const dated = datedDesignations(demoDesignations(), now);
    await seedOrganization(tx, now);
    await seedDesignations(tx, now, dated);
    await seedMessages(tx, now, dated);
    await seedEmails(tx, now, dated);
    await seedNotes(tx, now, dated);
    await seedAccessRequest(tx, now);
    await tx.execute(
      `update user_account u set last_signed_in_at = e.at
         from (select actor_id, max(at) as at from event where channel = 'BROWSER' group by actor_id) e
        where e.actor_id = u.id`,
    );
  });
}

const MINUTE_MS = 60_000;
const MINUTES_AFTER_SIGNING_UP = 4;

/** Seeds the open request of a counselor who has just created an account. */
async function seedAccessRequest(em: EntityManager, now: Date): Promise<void> {
  const userId = seedId(APPLICANT.email);
  const highSchoolId = seedId(APPLICATION.school);
  const at = new Date(userCreatedAt(now, APPLICANT, 0).getTime() + MINUTES_AFTER_SIGNING_UP * MINUTE_MS);
  await insertRows(em, 'access_request', [
    {
      id: seedId('access request'),
      user_id: userId,
      high_school_id: highSchoolId,
      school_name: APPLICATION.typedName,
      position: 'COUNSELOR',
      created_at: at,
      expires_at: daysAfter(at, ACCESS_REQUEST_DAYS),
    },
  ]);
  const requested = { at, actorId: userId, kind: 'access.requested' };
  await insertEvents(em, [
    { ...requested, subject: ['USER', userId], changes: {} },
    { ...requested, subject: ['HIGH_SCHOOL', highSchoolId], changes: { email: APPLICANT.email } },
  ]);
}

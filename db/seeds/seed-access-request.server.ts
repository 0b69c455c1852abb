import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCESS_REQUEST_DAYS } from '#app/config/constants.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import { APPLICANT, APPLICATION } from './demo-staff.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import { userCreatedAt } from './organization-history.ts';
import { seedId } from './seeded-random.ts';

const MINUTE_MS = 60_000;
const MINUTES_AFTER_SIGNING_UP = 4;

/** Seeds the open request of a counselor who has just created an account. */
export async function seedAccessRequest(em: EntityManager, now: Date): Promise<void> {
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

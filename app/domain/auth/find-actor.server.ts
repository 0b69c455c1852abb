import type { EntityManager } from '@mikro-orm/postgresql';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { hashOfSecret } from './session-secret.server.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from './sessions.server.ts';

interface SessionRow {
  session_id: string;
  proven_email: string | null;
  user_id: string | null;
  first_name: string;
  last_name: string;
  email: string;
  flags: UserFlag[];
  high_school_ids: string[];
}

/** A session's last use is written at most this often: its end is that much earlier than 12 hours, at worst. */
const SLIDE_MINUTES = 5;

/**
 * Who holds this session secret: one statement, which also moves the session's end on when its last use is some minutes
 * old. Unknown secrets, ended sessions and deleted users are anonymous.
 */
export async function findActor(em: EntityManager, secret: string, now: Date): Promise<Actor> {
  const hash = hashOfSecret(secret);
  const [row] = await em.execute<SessionRow[]>(
    `with slid as (
       update session
          set seen_at = ?, expires_at = least(?, created_at + ? * interval '1 millisecond')
        where secret_hash = ? and expires_at > ? and seen_at <= ?)
     select s.id as session_id, s.proven_email, u.id as user_id, u.first_name, u.last_name, u.email, u.flags,
            array(select staff.high_school_id::text from high_school_staff staff
                   where staff.user_id = u.id order by staff.high_school_id) as high_school_ids
       from session s left join user_account u on u.id = s.user_id
      where s.secret_hash = ? and s.expires_at > ?`,
    [
      now,
      new Date(now.getTime() + SESSION_IDLE_MS),
      SESSION_LIFETIME_MS,
      hash,
      now,
      new Date(now.getTime() - SLIDE_MINUTES * 60_000),
      hash,
      now,
    ],
  );
  return row === undefined ? ANONYMOUS : actorOfRow(row);
}

function actorOfRow(row: SessionRow): Actor {
  if (row.user_id === null) {
    return row.proven_email === null
      ? ANONYMOUS
      : { kind: 'newcomer', email: row.proven_email, sessionId: row.session_id };
  }
  if (row.flags.includes('DELETED')) return ANONYMOUS;
  return {
    kind: 'user',
    id: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    flags: row.flags,
    highSchoolIds: row.high_school_ids,
    sessionId: row.session_id,
  };
}

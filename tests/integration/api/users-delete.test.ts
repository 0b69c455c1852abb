import { describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  UNKNOWN_ID,
  NOT_FOUND,
  VERSION_CONFLICT,
  UNAUTHORIZED,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
const flags = () =>
  storedRows(rest.orm, UserAccountEntity, ['id', 'flags'], {
    orderBy: { createdAt: 'asc', lastName: 'asc' },
  });

describe('DELETE users/{id}', () => {
  it('flags the account, removes positions and sessions, and records events once', async () => {
    const school = await makeSchool(rest.orm);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const { user } = await makeCounselor(rest.orm, [school.id], { flags: ['ADMIN'] });
    const theirs = await rest.as(user.id);
    for (let time = 0; time < 2; time += 1) {
      const response = await admin.delete(`/api/users/${user.id}`);
      expect([response.status, response.body]).toEqual([204, null]);
    }
    expect(await flags()).toContainEqual({ id: user.id, flags: ['ADMIN', 'DELETED'] });
    expect(await rest.orm.em.fork().count(HighSchoolStaffEntity)).toBe(0);
    expect((await theirs.get('/api/users/@me')).body).toEqual(UNAUTHORIZED);
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'changes'], {
      orderBy: { kind: 'asc' },
    });
    expect(events).toEqual([
      {
        kind: 'staff.removed',
        subjectType: 'HIGH_SCHOOL',
        changes: { userId: user.id, position: 'COUNSELOR' },
      },
      {
        kind: 'user.deleted',
        subjectType: 'USER',
        changes: { flags: { from: ['ADMIN'], to: ['ADMIN', 'DELETED'] } },
      },
    ]);
  });

  it('is for administrators, themselves included, but not for the last one', async () => {
    const ada = await makeAdmin(rest.orm);
    const bea = await makeAdmin(rest.orm);
    const first = await rest.as(ada.id);
    expect((await first.delete('/api/users/@me')).status).toBe(204);
    expect((await first.get('/api/users/@me')).status).toBe(401);
    const last = await (await rest.as(bea.id)).delete(`/api/users/${bea.id}`);
    expect([last.status, last.body]).toEqual([
      409,
      conflict('This is the last administrator. Make someone else an administrator first.'),
    ]);
  });

  it('keeps one of two administrators who delete each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      await rest.orm.em.fork().nativeUpdate(UserAccountEntity, {}, { flags: ['DELETED'] });
      const [ada, bea] = [await makeAdmin(rest.orm), await makeAdmin(rest.orm)];
      const [byAda, byBea] = [await rest.as(ada.id), await rest.as(bea.id)];
      const responses = await Promise.all([
        byAda.delete(`/api/users/${bea.id}`),
        byBea.delete(`/api/users/${ada.id}`),
      ]);
      const remaining = (await flags()).filter(
        (account) => account.flags.includes('ADMIN') && !account.flags.includes('DELETED'),
      );
      expect(remaining).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    }
  });

  it('returns 403 to the user and colleagues, 404 to strangers and for unknown IDs, and 412 for an older version', async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const colleague = await rest.as((await makeCounselor(rest.orm, [school.id])).user.id);
    const stranger = await rest.as((await makeUser(rest.orm)).id);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const before = await flags();
    for (const [client, id] of [
      [await rest.as(user.id), '@me'],
      [colleague, user.id],
    ] as const) {
      const response = await client.delete(`/api/users/${id}`);
      expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    }
    for (const [client, id] of [
      [stranger, user.id],
      [admin, UNKNOWN_ID],
    ] as const) {
      const response = await client.delete(`/api/users/${id}`);
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await (await rest.as(null)).delete(`/api/users/${user.id}`)).body).toEqual(UNAUTHORIZED);
    const stale = await admin.delete(`/api/users/${user.id}`, { 'If-Match': '"7"' });
    expect([stale.status, stale.body]).toEqual([412, VERSION_CONFLICT]);
    expect(await flags()).toEqual(before);
  });
});

import { describe, expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest();

const HALVES = ['F\ud800', '\udc00a', 'a\ud83d', 'nul\u0000', 'bell\u0007'];

describe('text that PostgreSQL or a spreadsheet could not hold', () => {
  it.each(HALVES)('is refused beside its field everywhere it could be stored: %j', async (text) => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const admin = await makeAdmin(rest.orm);
    const { id } = await makeDesignation(rest.orm, {
      highSchoolId: school.id,
      academicYearId: (await makeYear(rest.orm, { year: 2001 + HALVES.indexOf(text), status: 'INACTIVE' }))
        .id,
      submittedById: user.id,
    });
    const staff = await rest.as(user.id);
    const office = await rest.as(admin.id);
    const answers = [
      await staff.patch('/api/users/@me', { firstName: text }),
      await staff.patch(`/api/designations/${id}`, { criteriaComment: text }),
      await staff.patch(`/api/designations/${id}`, { students: [{ first: text }] }),
      await staff.patch(`/api/designations/${id}`, { students: [{ address: { city: text } }] }),
      await office.patch(`/api/highschools/${school.id}`, { notes: text }),
    ];
    expect(
      answers.map(({ status, body }) => [status, (body as { issues: { path: unknown }[] }).issues[0]?.path]),
    ).toEqual([
      [400, ['firstName']],
      [400, ['criteriaComment']],
      [400, ['students', 0, 'first']],
      [400, ['students', 0, 'address', 'city']],
      [400, ['notes']],
    ]);
  });
});

describe('dates outside of 1900 to 2999', () => {
  it('are refused in queries and bodies, and change no century', async () => {
    const year = await makeYear(rest.orm, { year: 2050, status: 'INACTIVE' });
    const school = await makeSchool(rest.orm);
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    for (const date of [
      '0000-01-01',
      '1899-12-31',
      '3000-01-01',
      '9999-12-31T23:59:59-12:00',
      '0001-01-01T00:00:00Z',
    ]) {
      for (const field of ['beforeDate', 'afterDate', 'downloadBeforeDate', 'downloadAfterDate']) {
        const answer = await admin.get(`/api/designations?${field}=${encodeURIComponent(date)}`);
        expect([field, date, answer.status]).toEqual([field, date, 400]);
      }
      if (!date.includes('T')) continue;
      const opened = await admin.patch(`/api/academicYears/${year.id}`, { opensAt: date });
      const extended = await admin.post(`/api/academicYears/${year.id}/extensions`, {
        highSchoolId: school.id,
        dueAt: date,
        reason: 'Snow.',
      });
      expect([date, opened.status, extended.status]).toEqual([date, 400, 400]);
    }
  });
});

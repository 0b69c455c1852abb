import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { loader } from '#app/routes/web/dashboard/due-dates.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, makeStudent } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { type MadeUser, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const database = useDatabase('each test');
const DUE = new Date('2027-05-15T01:00:00.000Z');
const EXTENDED = new Date('2027-06-01T01:00:00.000Z');

let orm: Orm;
beforeEach(async () => {
  orm = await database.openOrm();
});

const open = async (user: MadeUser | null) => loader(await screenArgs({ orm, user, path: '/due-dates.ics' }));
const fileOf = async (user: MadeUser) => (await open(user)).text();

/** Reads the events with an independent iCalendar parser. */
function eventsOf(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate } = new ICAL.Event(component);
    return { uid, summary, description, start: startDate.toJSDate().toISOString() };
  });
}

describe('the calendar of due dates', () => {
  it('has one event per school that still has to submit, at the instant it is due', async () => {
    const year = await makeYear(orm, { dueAt: DUE });
    const at = { academicYearId: year.id };
    const names = [
      'Aurora High',
      'Birch; "Ŭñï, Ωλ" School with a name that is long enough to fold',
      'Cedar High',
    ];
    const [aurora, birch, cedar] = await Promise.all(names.map((name) => makeSchool(orm, { name })));
    const closed = await makeSchool(orm, { status: 'INACTIVE' });
    const ids = [aurora, birch, cedar, closed].map((school) => school?.id ?? '');
    await makeExtension(orm, { ...at, highSchoolId: ids[1] ?? '', dueAt: EXTENDED });
    const { user } = await makeCounselor(orm, ids);
    const other = await makeSchool(orm, { name: 'Secret High' });
    await makeExtension(orm, { ...at, highSchoolId: other.id, dueAt: EXTENDED });
    const begun = { ...at, submittedById: user.id };
    const started = await makeDesignation(orm, { ...begun, highSchoolId: ids[0] ?? '', status: 'STARTED' });
    await makeStudent(orm, { designationId: started.id, first: 'Confidential', last: 'Student' });
    await makeDesignation(orm, { ...begun, highSchoolId: ids[2] ?? '', status: 'PENDING' });

    const file = await fileOf(user);
    expect(eventsOf(file)).toEqual([
      {
        uid: `due-${year.id}-${ids[0] ?? ''}@localhost`,
        summary: '2026 Scholars designation due: Aurora High',
        description: 'Submit the 2026 designation for Aurora High by May 14, 2027, 5:00 PM AKDT.',
        start: DUE.toISOString(),
      },
      {
        uid: `due-${year.id}-${ids[1] ?? ''}@localhost`,
        summary: `2026 Scholars designation due: ${names[1] ?? ''}`,
        description: `Submit the 2026 designation for ${names[1] ?? ''} by May 31, 2027, 5:00 PM AKDT.`,
        start: EXTENDED.toISOString(),
      },
    ]);
    expect(file).not.toMatch(/Confidential|Secret|VALARM/);
    expect(file).toContain('DTSTART:20270515T010000Z');
    const lines = file.split('\r\n');
    expect(lines.join('')).not.toContain('\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  });

  it('keeps the UID when the date moves, so importing it again updates the event', async () => {
    const year = await makeYear(orm, { dueAt: DUE });
    const school = await makeSchool(orm);
    const { user } = await makeCounselor(orm, [school.id]);
    const [before] = eventsOf(await fileOf(user));
    await makeExtension(orm, { academicYearId: year.id, highSchoolId: school.id, dueAt: EXTENDED });
    const [after] = eventsOf(await fileOf(user));
    expect(after?.uid).toBe(before?.uid);
    expect([before?.start, after?.start]).toEqual([DUE.toISOString(), EXTENDED.toISOString()]);
  });

  it('is a valid empty calendar without a school or due date, and asks visitors to sign in', async () => {
    const { user } = await makeCounselor(orm, [(await makeSchool(orm)).id]);
    for (const one of [user, await makeUser(orm)]) expect(eventsOf(await fileOf(one))).toEqual([]);
    await makeYear(orm, { dueAt: null });
    expect(eventsOf(await fileOf(user))).toEqual([]);
    const response = await open(user);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="due-dates.ics"',
      'cache-control': 'no-store',
    });
    const refusal = await refusalOf(open(null));
    expect(refusal instanceof Response ? refusal.headers.get('Location') : refusal).toBe('/login');
  });
});

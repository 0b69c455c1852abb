import { beforeEach, describe, expect, it } from 'vitest';
import { action as askAction, loader as askLoader } from '#app/routes/web/access/request-access.tsx';
import { loader as dashboardLoader } from '#app/routes/web/dashboard/dashboard.tsx';
import {
  action as schoolAction,
  loader as schoolLoader,
} from '#app/routes/web/high-schools/highschool-details.tsx';
import { action as invitesAction, loader as invitesLoader } from '#app/routes/web/invites/invite-list.tsx';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type Fields, screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let school: MadeSchool;
let counselor: MadeUser;
let admin: MadeUser;
beforeEach(async () => {
  orm = await database.openOrm();
  school = await makeSchool(orm, { name: 'Aurora High' });
  await makeSchool(orm, { name: 'Closed High', status: 'INACTIVE' });
  ({ user: counselor } = await makeCounselor(orm, [school.id]));
  admin = await makeAdmin(orm);
});

const asking = screenConversation({ loader: askLoader, action: askAction }, () => orm);
const ofSchool = screenConversation(
  { loader: schoolLoader, action: schoolAction },
  () => orm,
  () => ({ id: school.id }),
);
const invites = screenConversation({ loader: invitesLoader, action: invitesAction }, () => orm);
const request = (schoolName: string): Fields => [
  ['intent', 'request-access'],
  ['schoolName', schoolName],
  ['position', 'COUNSELOR'],
];
const press = (intent: string, requestId: string, ...more: Fields): Fields => [
  ['intent', intent],
  ['requestId', requestId],
  ...more,
];
const flashes = ({ data }: { data: { flash: { tone: string; text: string }[] } }) =>
  data.flash.map(({ tone, text }) => `${tone}: ${text}`);

describe('requesting access', () => {
  /** Everything a requester receives, without their own words, address, IDs, and times. */
  async function responsesFor(typed: string): Promise<string[]> {
    const user = await makeUser(orm);
    const sent = await asking.follow(user, '/access', request(typed));
    const again = await asking.follow(user, '/access', request(typed));
    const later = await asking.open(user, '/access');
    return [sent, again, { loaded: later }].map((response) =>
      JSON.stringify(response)
        .replaceAll(typed, 'TYPED')
        .replaceAll(user.email, 'ADDRESS')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
    );
  }

  it('gets the same responses whether the school exists, is inactive, has staff, or not', async () => {
    const unknown = await responsesFor('No Such High');
    expect(unknown[0]).toContain(
      "Thanks. If TYPED is in Scholars, its staff and the Scholars office can see your request. You'll get an email if they add you.",
    );
    expect(unknown[2]).toContain('"schoolName":"TYPED"');
    await makeSchool(orm, { name: 'Staffless High' });
    for (const typed of ['Aurora High', 'aurora-high', 'Staffless High', 'Closed High']) {
      expect(await responsesFor(typed)).toEqual(unknown);
    }
  });

  it('is refused without a name, and with a fourth one', async () => {
    const user = await makeUser(orm);
    expect(await asking.send(user, '/access', request(' '))).toMatchObject({
      init: { status: 400 },
      data: { error: { schoolName: ["School's full name is required."] } },
    });
    for (const name of ['One', 'Two', 'Aurora High']) await asking.follow(user, '/access', request(name));
    expect(await asking.send(user, '/access', request('Four'))).toMatchObject({
      init: { status: 409 },
      data: {
        error: {
          '': [
            'Unable to send request: You already have 3 open requests. Withdraw one, or wait until one is answered or expires.',
          ],
        },
      },
    });
  });

  it('can be withdrawn, with a message if it was already withdrawn', async () => {
    const user = await makeUser(orm);
    const { loaded } = await asking.follow(user, '/access', request('Aurora High'));
    const [own] = loaded.data.requests;
    const withdraw = press('withdraw-request', own?.id ?? '');
    const withdrawn = await asking.follow(user, '/access', withdraw);
    expect([flashes(withdrawn.loaded), withdrawn.loaded.data.requests]).toEqual([
      ['success: Your request was withdrawn.'],
      [],
    ]);
    expect(flashes((await asking.follow(user, '/access', withdraw)).loaded)).toEqual([
      'danger: Unable to withdraw request: This request is no longer open. Someone else may have answered it.',
    ]);
  });
});

describe('answering a request', () => {
  const NOT_OPEN = 'This request is no longer open. Someone else may have answered it.';

  it("is accepted or declined on the school's page; a second answer gets an error that it came too late", async () => {
    const stranger = await makeUser(orm, { firstName: 'Sam', lastName: 'Stranger' });
    const id = await makeAccessRequest(orm, { userId: stranger.id, highSchoolId: school.id });
    const page = `/highschools/${school.id}`;
    const { data: shown } = await ofSchool.open(counselor, page);
    expect(shown.accessRequests).toMatchObject([{ id, name: 'Sam Stranger', email: stranger.email }]);
    const accepted = await ofSchool.follow(
      counselor,
      page,
      press('accept-request', id, ['email', stranger.email]),
    );
    expect(flashes(accepted.loaded)).toEqual(['success: Sam Stranger joined the staff of Aurora High.']);
    expect(accepted.loaded.data.accessRequests).toEqual([]);
    expect(flashes((await ofSchool.follow(admin, page, press('decline-request', id))).loaded)).toEqual([
      `danger: Unable to decline request: ${NOT_OPEN}`,
    ]);
    await orm.em.fork().nativeDelete(AccessRequestEntity, {});
    expect(flashes((await ofSchool.follow(admin, page, press('accept-request', id))).loaded)).toEqual([
      `danger: Unable to accept request: ${NOT_OPEN}`,
    ]);
  });

  it('that matches no school is up to administrators, who choose one by name', async () => {
    const stranger = await makeUser(orm, { firstName: 'Sam', lastName: 'Stranger' });
    const id = await makeAccessRequest(orm, { userId: stranger.id, highSchoolId: null, schoolName: 'A. H.' });
    const response = (name: string) =>
      press('accept-request', id, ['email', stranger.email], ['highSchoolName', name]);
    const accept = (name: string) => invites.follow(admin, '/invites', response(name));
    const noneNamed = (name: string) =>
      `No active high school is named “${name}”. Enter its full name, or its name and town.`;
    await makeSchool(orm, { name: 'Birch High' });
    for (const [name, message] of [
      ['', 'Choose a high school.'],
      ['Zenith', noneNamed('Zenith')],
      ['Aurora', noneNamed('Aurora')],
      ['Closed High', noneNamed('Closed High')],
      ['Birch High, Nome', noneNamed('Birch High, Nome')],
    ] as const) {
      expect(await invites.send(admin, '/invites', response(name))).toMatchObject({
        init: { status: 400 },
        data: {
          error: { highSchoolName: [message] },
          initialValue: name === '' ? {} : { highSchoolName: name },
        },
      });
    }
    expect(await orm.em.fork().count(HighSchoolStaffEntity, { user: stranger.id })).toBe(0);
    const chosen = await accept('aurora high, Juneau');
    expect(flashes(chosen.loaded)).toEqual(['success: Sam Stranger joined the staff of Aurora High.']);
    expect(chosen.loaded.data.accessRequests).toEqual([]);
    expect(await orm.em.fork().count(HighSchoolStaffEntity, { user: stranger.id })).toBe(1);
    expect(flashes((await accept('Aurora High')).loaded)).toEqual([
      `danger: Unable to accept request: ${NOT_OPEN}`,
    ]);
  });

  it('is on the dashboard of those who may answer', async () => {
    const dashboard = screenConversation({ loader: dashboardLoader, action: askAction }, () => orm);
    const { user: elsewhere } = await makeCounselor(orm, [(await makeSchool(orm)).id]);
    const stranger = await makeUser(orm);
    await makeAccessRequest(orm, { userId: stranger.id, highSchoolId: school.id });
    await makeAccessRequest(orm, { userId: stranger.id, highSchoolId: null });
    const shownTo = async (user: MadeUser) => (await dashboard.open(user, '/')).data.accessRequests;
    const schools = [{ id: school.id, name: 'Aurora High', people: 1 }];
    expect(await shownTo(counselor)).toEqual({ schools, unmatched: 0 });
    expect(await shownTo(admin)).toEqual({ schools, unmatched: 1 });
    for (const user of [elsewhere, stranger]) {
      expect(await shownTo(user)).toEqual({ schools: [], unmatched: 0 });
    }
  });
});

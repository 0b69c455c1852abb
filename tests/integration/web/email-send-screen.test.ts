import { beforeEach, describe, expect, it } from 'vitest';
import { loader as templatesLoader } from '#app/routes/web/dashboard/outstanding-schools-email.tsx';
import { action, loader } from '#app/routes/web/emails/email-send.tsx';
import type { SendScreen } from '#app/schemas/email-send-screens.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeExtension } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type Fields, screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: AudienceScene;
let templateId: string;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await makeAudienceScene(orm);
  templateId = await makeTemplate(orm, { name: 'News', subject: 'S', body: 'Dear {{firstName}}' });
});

const conversation = screenConversation(
  { loader, action },
  () => orm,
  () => ({ id: templateId }),
);
const EVERYBODY = 'target=ALL_HIGH_SCHOOLS';
const OUTSTANDING = 'target=OUTSTANDING_SCHOOLS';
const open = async (search: string, user: { id: string } = scene.admin) =>
  (await conversation.open(user, `/emails/${templateId}/send?${search}`)).data;

function audienceOf(screen: SendScreen) {
  if (screen.audience === null) throw new Error('The screen has no audience.');
  return screen.audience;
}

/** The form as the page renders it, with all selected recipients. */
function formOf(screen: SendScreen, search: string, intent: string): Fields {
  const audience = audienceOf(screen);
  const shown = audience.people.map(({ email }) => email);
  return [
    ...(['intent', 'page', 'search', 'total'] as const).map(
      (name) =>
        [
          name,
          { intent, page: '1', search, total: String(audience.total) }[name],
        ] as const satisfies Fields[number],
    ),
    ['except', audience.except.filter((email) => !shown.includes(email)).join(' ')],
    ['shown', shown.join(' ')],
    ...shown.filter((email) => !audience.except.includes(email)).map((email) => ['included', email] as const),
    ['earlier', audience.earlier?.id ?? ''],
    ['key', screen.key],
  ];
}

async function sendTo(search: string, intent: string, screen?: SendScreen, user = scene.admin) {
  const shown = screen ?? (await open(search, user));
  const form = formOf(shown, search, intent);
  return conversation.send(user, `/emails/${templateId}/send?${search}`, form);
}

async function send(search: string, screen?: SendScreen, user = scene.admin): Promise<number> {
  const outcome = await sendTo(search, 'send', screen, user).catch((error: unknown) => error);
  if (outcome instanceof Response) return outcome.status;
  return (outcome as { init: { status: number } }).init.status;
}

const countEmails = () => orm.em.fork().count(OutboxMailEntity);

describe('the same email to the same audience within a day', () => {
  it('is shown with its sender, time, and recipients, and is sent again only after it was shown', async () => {
    const first = await open(EVERYBODY);
    expect(audienceOf(first).earlier).toBeNull();
    expect(await send(EVERYBODY, first)).toBe(302);
    const other = await makeAdmin(orm, { firstName: 'Grace', lastName: 'Hopper' });
    expect(await send(EVERYBODY, { ...first, key: crypto.randomUUID() }, other)).toBe(409);
    expect(await countEmails()).toBe(5);

    const shown = await open(EVERYBODY, other);
    expect(audienceOf(shown).earlier).toMatchObject({
      createdBy: { id: scene.admin.id, lastName: 'Young' },
      ...{ recipients: 5, isRecent: true },
    });
    expect(await send(EVERYBODY, shown, other)).toBe(302);
    expect(await countEmails()).toBe(10);
  });

  it("offers to skip those who got it, but not those it didn't reach", async () => {
    const first = await open(EVERYBODY);
    await send(EVERYBODY, first);
    await orm.em
      .fork()
      .nativeUpdate(OutboxMailEntity, { toAddress: 'dan@x.example.org' }, { state: 'FAILED' });
    const reply = await sendTo(EVERYBODY, 'leaveOutSent');
    const { screen } = (reply as { data: { screen: SendScreen } }).data;
    expect([...audienceOf(screen).except].sort()).toEqual([
      'ann@x.example.org',
      'ben@x.example.org',
      'cat@x.example.org',
      'eve@x.example.org',
    ]);
    expect(await send(EVERYBODY, screen)).toBe(302);
    expect(await countEmails()).toBe(6);
  });

  it("doesn't count canceled deliveries or other audiences", async () => {
    await send(EVERYBODY);
    expect(audienceOf(await open('target=ADMINS')).earlier).toBeNull();
    await orm.em.fork().nativeUpdate(EmailDeliveryEntity, {}, { status: 'CANCELLED' });
    expect(audienceOf(await open(EVERYBODY)).earlier).toBeNull();
  });
});

describe('a send that is refused', () => {
  it("shows the reason after the specification's prefix", async () => {
    const screen = await open(EVERYBODY);
    const withoutRecipients = {
      ...screen,
      audience: { ...audienceOf(screen), except: audienceOf(screen).people.map(({ email }) => email) },
    };
    const reply = await sendTo(EVERYBODY, 'send', withoutRecipients);
    expect((reply as { data: { message: { text: string } } }).data.message.text).toBe(
      "Unable to send emails: There's no one to send to.",
    );
  });
});

describe('outstanding schools', () => {
  it('are those that never submitted, or returned ones on request, with their extensions', async () => {
    const year = await orm.em.fork().findOneOrFail(AcademicYearEntity, { status: 'ACTIVE' });
    const { Alder, Birch } = scene.schools;
    await orm.em.fork().nativeUpdate(DesignationEntity, { highSchool: Birch.id }, { status: 'RETURNED' });
    const dueAt = new Date(Date.now() + 9 * 24 * 3_600_000);
    await makeExtension(orm, { academicYearId: year.id, highSchoolId: Alder.id, dueAt, reason: 'Storm' });
    const unsubmitted = audienceOf(await open(OUTSTANDING));
    expect(unsubmitted.people.map(({ schools }) => schools)).toEqual([['Alder High']]);
    expect(unsubmitted.extended.map(({ name }) => name)).toEqual(['Alder High']);
    const returned = audienceOf(await open(`${OUTSTANDING}&states=RETURNED`));
    expect(returned.people.map(({ schools }) => schools)).toEqual([['Birch High'], ['Birch High']]);
    expect(returned.extended).toEqual([]);
  });

  it('require a state, and every audience requires a target', async () => {
    expect((await open(`${OUTSTANDING}&states=NONE`)).issues).toEqual({
      states: 'Choose at least one designation status.',
    });
    expect((await open('target=')).issues).toEqual({ target: 'Choose an audience.' });
    expect((await open('')).issues).toEqual({});
  });
});

describe('selected schools and people', () => {
  const selecting = (fields: Readonly<Record<string, string>>) =>
    open(new URLSearchParams({ target: 'SELECTED', ...fields }).toString());

  it("are found by a school's or a person's name or address, and stay selected under another search", async () => {
    const found = await selecting({ find: 'birch' });
    expect(found.selection).toMatchObject({ foundSchools: [{ name: 'Birch High' }], foundPeople: [] });
    const { Birch } = scene.schools;
    const { eve } = scene.people;
    const more = await selecting({ schoolIds: Birch.id, userIds: eve.id, find: 'ann abel' });
    expect(more.selection).toMatchObject({
      ...{ schools: [{ name: 'Birch High' }], people: [{ name: 'Eve Fox' }] },
      ...{ foundSchools: [], foundPeople: [{ name: 'Ann Abel', detail: 'ann@x.example.org' }] },
    });
    expect(audienceOf(more).people.map(({ firstName }) => firstName)).toEqual(['Ann', 'Ben', 'Eve']);
    expect((await selecting({ find: 'eve@x' })).selection?.foundPeople).toMatchObject([{ name: 'Eve Fox' }]);
  });

  it("don't include inactive schools and deleted accounts", async () => {
    expect((await selecting({ find: 'closed' })).selection?.foundSchools).toEqual([]);
    expect((await selecting({ find: 'gone' })).selection?.foundPeople).toEqual([]);
  });

  it('must be chosen, 50 at most', async () => {
    const none = await selecting({});
    expect([none.audience, none.issues]).toEqual([null, { find: 'Choose at least one school or person.' }]);
    const ids = Array.from({ length: 51 }, () => ['schoolIds', crypto.randomUUID()]);
    const many = await open(new URLSearchParams([['target', 'SELECTED'], ...ids]).toString());
    expect(many.issues).toEqual({ schoolIds: 'Choose at most 50 schools.' });
  });

  it('receive the email', async () => {
    const search = new URLSearchParams({ target: 'SELECTED', schoolIds: scene.schools.Birch.id }).toString();
    expect(await send(search)).toBe(302);
    expect(await countEmails()).toBe(2);
    const [delivery] = await orm.em.fork().findAll(EmailDeliveryEntity);
    expect(delivery?.audience).toMatchObject({ target: 'SELECTED', schoolIds: [scene.schools.Birch.id] });
  });

  it('lead from a school to the templates that can be sent to its staff', async () => {
    const { Birch } = scene.schools;
    const templates = screenConversation({ loader: templatesLoader, action }, () => orm);
    const shown = await templates.open(scene.admin, `/outstanding-schools?schoolIds=${Birch.id}`);
    expect(shown.data).toMatchObject({ schools: [{ id: Birch.id, name: 'Birch High' }], people: 2 });
  });

  it('lead from a group of outstanding schools to the templates, by default from those not submitted', async () => {
    const templates = screenConversation({ loader: templatesLoader, action }, () => orm);
    const groupOf = async (search: string) =>
      (await templates.open(scene.admin, `/outstanding-schools${search}`)).data.group;
    expect([await groupOf('?group=returned'), await groupOf('?group=all')]).toEqual(['returned', 'all']);
    for (const search of ['', '?group=', '?group=x', '?group=all&group=all']) {
      expect(await groupOf(search)).toBe('unsubmitted');
    }
  });
});

describe('the query of the send screen', () => {
  it.each([
    ['', 'no audience', {}],
    ['unknown=x&__proto__=y', 'no audience', {}],
    ['target=', 'refused', { target: 'Choose an audience.' }],
    ['target=x', 'refused', { target: 'Choose an audience.' }],
    ['target=__proto__', 'refused', { target: 'Choose an audience.' }],
    [`target=${'x'.repeat(300)}`, 'refused', { target: 'Choose an audience.' }],
    ['target=ADMINS&target=ALL_HIGH_SCHOOLS', 'ADMINS', {}],
    ['target=&target=ADMINS', 'refused', { target: 'Choose an audience.' }],
    ['target=ADMINS&status=x&states=x&schoolIds=x&unknown=x&__proto__=x', 'ADMINS', {}],
    ['target=ALL_HIGH_SCHOOLS&positions=&year=', 'ALL_HIGH_SCHOOLS', {}],
    ['target=ADMINS&year=x', 'refused', { year: 'Enter a year, like 2026.' }],
    ['target=ADMINS&year=2026&year=2025', 'refused', { year: 'Enter a year, like 2026.' }],
    ['target=HIGH_SCHOOLS_WITH_DESIGNATION', 'refused', { status: 'Choose a status.' }],
    ['target=SELECTED', 'refused', { find: 'Choose at least one school or person.' }],
    ['target=SELECTED&find=x&__proto__=y', 'refused', { find: 'Choose at least one school or person.' }],
    ['target=SELECTED&schoolIds=', 'SELECTED', {}],
    ['target=SELECTED&userIds=x', 'refused', { userIds: 'Must be a UUID.' }],
  ])('chooses with %j: %s', async (search, shown, issues) => {
    const screen = await open(search);
    const target = screen.audience?.choice.target;
    expect([target ?? (search.includes('target') ? 'refused' : 'no audience'), screen.issues]).toEqual([
      shown,
      issues,
    ]);
  });

  it('finds and selects what it names, and ignores IDs that are none', async () => {
    const id = scene.admin.id;
    const { selection } = await open(
      `target=SELECTED&find=${'a'.repeat(150)}&find=b&userIds=x&userIds=&userIds=${id.toUpperCase()}`,
    );
    expect([selection?.find, selection?.people.map((person) => person.id)]).toEqual(['a'.repeat(100), [id]]);
    for (const search of ['find=', 'find=&find=b', '__proto__=b']) {
      expect((await open(`target=SELECTED&${search}`)).selection).toMatchObject({ find: '', people: [] });
    }
    expect((await open('target=ADMINS&find=b')).selection).toBeNull();
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TERMS_VERSION } from '#app/config/constants.ts';
import { currentSettings, requireCurrentSettings } from '#app/domain/settings/current-settings.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { SETTINGS_SUBJECT } from '#app/domain/settings/office-settings.server.ts';
import { eventLines } from '#app/messages/event-labels.ts';
import { OFFICE_SETTING_LABELS } from '#app/schemas/office-setting-labels.ts';
import { OfficeSettingsResponseSchema } from '#app/schemas/office-settings.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { pngOf } from '#tests/fixtures/logo-images.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { insertSimultaneously } from '#tests/support/simultaneous-inserts.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test', env: { APP_NAME: 'Scholars', CONTACT_EMAIL: 'env@example.org' } });

let client: RestClient;
beforeEach(async () => {
  client = await rest.as((await makeAdmin(rest.orm)).id);
});

const get = async () => (await client.get('/api/settings')).read(OfficeSettingsResponseSchema);
const patch = (body: object, version?: number) =>
  client.patch('/api/settings', body, version === undefined ? {} : { 'If-Match': `"${version}"` });
const events = () =>
  rest.orm.em.fork().find(EventEntity, { subjectType: 'SETTINGS' }, { orderBy: { at: 'asc' } });

it('the settings have the values of the environment until they are changed', async () => {
  const responseBody = await client.get('/api/settings');
  expect(responseBody.headers.get('ETag')).toBe('"0"');
  expect(responseBody.body).toMatchObject({
    appName: 'Scholars',
    contactEmail: 'env@example.org',
    fromEnvironment: ['appName', 'contactEmail', 'handbookUrl', 'surveyUrl', 'programLinks'],
    termsVersion: TERMS_VERSION,
    logo: null,
    updatedAt: null,
  });
});

it('changed settings override the environment until null restores it', async () => {
  const changed = await patch({ appName: 'Northern Scholars', contactEmail: 'office@example.org' });
  expect([changed.status, changed.headers.get('ETag')]).toEqual([200, '"1"']);
  expect(await get()).toMatchObject({
    appName: 'Northern Scholars',
    contactEmail: 'office@example.org',
    fromEnvironment: ['handbookUrl', 'surveyUrl', 'programLinks'],
  });
  await patch({ appName: null });
  expect(await get()).toMatchObject({ appName: 'Scholars', contactEmail: 'office@example.org', version: 2 });
});

it('concurrent first changes of different settings are both kept', async () => {
  const responses = await insertSimultaneously(rest.orm, 'office_settings', [
    () => patch({ appName: 'Northern Scholars' }),
    () => patch({ contactEmail: 'office@example.org' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await get()).toMatchObject({
    appName: 'Northern Scholars',
    contactEmail: 'office@example.org',
    version: 2,
  });
  expect(await events()).toHaveLength(2);
});

it("sending the settings' own response back changes nothing", async () => {
  await patch({ appName: 'Northern Scholars', termsText: 'Ours.' });
  const before = await get();
  expect((await patch(before)).status).toBe(200);
  expect(await get()).toEqual(before);
  expect(await events()).toHaveLength(1);
});

it('a change of an older version of the settings is refused and changes nothing', async () => {
  await patch({ appName: 'First' }, 0);
  expect((await patch({ appName: 'Second' }, 0)).status).toBe(412);
  expect((await patch({ appName: 'Second' }, 1)).status).toBe(200);
  expect((await get()).appName).toBe('Second');
});

it('one of two simultaneous first changes of the settings wins, and the other gets an error', async () => {
  const responses = await insertSimultaneously(rest.orm, 'office_settings', [
    () => patch({ appName: 'One' }, 0),
    () => patch({ appName: 'Two' }, 0),
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  expect(await events()).toHaveLength(1);
});

it.each([
  [{ appName: '' }, 'appName'],
  [{ contactEmail: 'nobody' }, 'contactEmail'],
  [{ handbookUrl: 'javascript:alert(1)' }, 'handbookUrl'],
  [{ programLinks: [{ label: 'Home', url: 'ftp://example.org' }] }, 'programLinks'],
  [{ accentColor: '#ffcc00' }, 'accentColor'],
  [{ accentColor: 'green' }, 'accentColor'],
  [{ logoImage: Buffer.from('<svg/>').toString('base64') }, 'logoImage'],
  [{ logoImage: 'not base64' }, 'logoImage'],
])('the settings refuse %j at its field', async (body, field) => {
  const { status, body: responseBody } = await patch(body);
  expect(status).toBe(400);
  const { issues } = z
    .object({ issues: z.array(z.object({ path: z.array(z.unknown()) })) })
    .parse(responseBody);
  expect(issues.map(({ path }) => path[0])).toEqual([field]);
  expect((await get()).version).toBe(0);
});

it("the settings' history has who changed what, with the whole text of the terms", async () => {
  await patch({ termsText: 'Send transcripts by June.', logoImage: pngOf(200, 80).toString('base64') });
  const [event] = await events();
  expect(event).toMatchObject({ kind: 'settings.changed', channel: 'REST' });
  expect(event?.changes).toMatchObject({
    termsText: { from: '', to: 'Send transcripts by June.' },
    termsVersion: { from: TERMS_VERSION, to: `${TERMS_VERSION}.1` },
    logo: { from: null },
  });
  const timeline = await readTimeline(makeCtx({ orm: rest.orm }), SETTINGS_SUBJECT, null);
  const [entry] = timeline.entries;
  expect(entry && eventLines(entry, 'America/Anchorage')).toEqual([
    "The office's terms: “Send transcripts by June.”",
    `Version of the terms: ${TERMS_VERSION} → ${TERMS_VERSION}.1`,
    expect.stringMatching(/^Logo: 200 × 80 pixels/),
  ]);
});

it('the history shows each setting that changed', async () => {
  await patch({
    ...{ appName: 'Northern Scholars', contactEmail: 'award@north.example.edu' },
    ...{ handbookUrl: 'https://north.example.edu/handbook', surveyUrl: 'https://north.example.edu/survey' },
    programLinks: [{ label: 'Award', url: 'https://north.example.edu' }],
    ...{ termsText: 'Send transcripts by June.', accentColor: '#1f6657' },
    logoImage: pngOf(200, 80).toString('base64'),
  });
  const timeline = await readTimeline(makeCtx({ orm: rest.orm }), SETTINGS_SUBJECT, null);
  expect(timeline.entries.map(({ fields }) => Object.keys(fields).sort())).toEqual([
    Object.keys(OFFICE_SETTING_LABELS).sort(),
  ]);
});

it('only administrators can read or change the settings', async () => {
  await patch({ termsText: 'Secret draft.' });
  const { user } = await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id]);
  const counselor = await rest.as(user.id);
  for (const responseBody of [
    await counselor.get('/api/settings'),
    await counselor.patch('/api/settings', { appName: 'Mine' }),
  ]) {
    expect(responseBody.status).toBe(403);
    expect(JSON.stringify(responseBody.body)).not.toContain('Secret draft.');
  }
  expect((await get()).appName).toBe('Scholars');
});

describe('other processes', () => {
  it('use a change after two seconds, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const other = await openOrm(rest.settings.databaseUrl);
    const nameThere = async () => (await currentSettings(other.em, rest.settings)).appName;
    expect(await nameThere()).toBe('Scholars');
    await patch({ appName: 'Northern Scholars' });
    vi.advanceTimersByTime(1_999);
    expect(await nameThere()).toBe('Scholars');
    vi.advanceTimersByTime(1);
    expect(await nameThere()).toBe('Northern Scholars');
    vi.useRealTimers();
    await other.close(true);
  });

  it('use a change at once if they have just read its version', async () => {
    const other = await openOrm(rest.settings.databaseUrl);
    expect((await currentSettings(other.em, rest.settings)).brand.accentColor).toBeNull();
    await patch({ accentColor: '#0B5394' });
    expect((await currentSettings(other.em, rest.settings, 1)).brand.accentColor).toBe('#0b5394');
    await other.close(true);
  });

  it('keep the last known values while the database is unavailable', async () => {
    await patch({ appName: 'Northern Scholars' });
    const other = await openOrm(rest.settings.databaseUrl);
    await currentSettings(other.em, rest.settings);
    await other.close(true);
    expect((await currentSettings(other.em, rest.settings, 99)).appName).toBe('Northern Scholars');
  });

  it("are not replaced by the environment's in emails and commands if the database has never answered", async () => {
    await patch({ appName: 'Northern Scholars' });
    const unreachable = await openOrm(rest.settings.databaseUrl);
    await unreachable.close(true);
    await expect(requireCurrentSettings(unreachable.em, rest.settings)).rejects.toThrow();
    expect((await currentSettings(unreachable.em, rest.settings)).appName).toBe(rest.settings.appName);
    const other = await openOrm(rest.settings.databaseUrl);
    expect((await requireCurrentSettings(other.em, rest.settings)).appName).toBe('Northern Scholars');
    await other.close(true);
  });

  it('add no statement to a signed-in request', async () => {
    await patch({ appName: 'Northern Scholars' });
    await client.get('/api/academicYears');
    const statements = await rest.statementsOf(() => client.get('/api/academicYears'));
    expect(statements.filter((one) => one.includes('office_settings'))).toHaveLength(1);
  });
});

describe('a new version of the terms', () => {
  it("is required only for designations that haven't been submitted", async () => {
    const [school, year] = [await makeSchool(rest.orm), await makeYear(rest.orm)];
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const counselor = await rest.as(user.id);
    const made = await counselor.post('/api/designations', {
      highSchoolId: school.id,
      academicYearId: year.id,
    });
    const { id } = made.body as { id: string };
    const accepted = async () => {
      const one = (await counselor.get(`/api/designations/${id}`)).body;
      const list = (await counselor.get('/api/designations')).body;
      const [own] = list as { acceptedTermsAndConditions: boolean }[];
      const { acceptedTermsAndConditions } = one as { acceptedTermsAndConditions: boolean };
      expect(own?.acceptedTermsAndConditions).toBe(acceptedTermsAndConditions);
      return acceptedTermsAndConditions;
    };
    expect(await accepted()).toBe(true);
    await patch({ termsText: 'Send transcripts by June.' });
    expect(await accepted()).toBe(false);

    const contents = { classSize: 0, criteria: 'CUMULATIVE_GPA', students: [], status: 'PENDING' };
    const refused = await counselor.patch(`/api/designations/${id}`, contents);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      issues: [{ path: ['acceptedTermsAndConditions'], message: 'Please accept the designation terms.' }],
    });

    await counselor.patch(`/api/designations/${id}`, { acceptedTermsAndConditions: true });
    expect(await accepted()).toBe(true);
    const [row] = await storedRows(rest.orm, DesignationEntity, ['acceptedTermsVersion']);
    expect(row?.acceptedTermsVersion).toBe(`${TERMS_VERSION}.1`);
    expect((await counselor.patch(`/api/designations/${id}`, contents)).status).toBe(200);

    await patch({ termsText: 'Send transcripts by July.' });
    expect(await accepted()).toBe(true);
    await client.patch(`/api/designations/${id}`, { status: 'RETURNED' });
    expect(await accepted()).toBe(false);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { changeOfficeSettings } from '#app/domain/settings/office-settings.server.ts';
import { action as agree, loader as loadAgreement } from '#app/routes/web/designate/agreement.tsx';
import { loader as loadStyles } from '#app/routes/web/settings/brand-styles.ts';
import { loader as loadLogo } from '#app/routes/web/settings/logo.ts';
import { loader as loadRoot } from '#app/root.tsx';
import { OfficeSettingsEntity } from '#db/entities/office-settings.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { pngOf } from '#tests/fixtures/logo-images.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: MadeUser;
beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = await makeAdmin(orm);
});
afterAll(() => orm.close(true));
beforeEach(() => orm.em.fork().nativeDelete(OfficeSettingsEntity, {}));

const change = (patch: Parameters<typeof changeOfficeSettings>[1]['patch']) =>
  changeOfficeSettings(makeCtx({ orm }), { patch, ifMatch: null });
const at = (path: string, user = admin) => screenArgs({ orm, user, path });

it('the logo is served with its own type, and cached forever under its hash only', async () => {
  const { logo } = await change({ logoImage: pngOf(200, 80) });
  const url = logo?.url ?? '';
  const exact = await loadLogo(await at(url));
  expect([exact.status, exact.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  expect(exact.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await exact.arrayBuffer()).equals(pngOf(200, 80))).toBe(true);
  const other = await loadLogo(await at('/logo?v=older'));
  expect(other.headers.get('Cache-Control')).toBe('no-cache');
});

it("pages have the office's logo and styles only while they are set", async () => {
  expect((await loadLogo(await at('/logo'))).status).toBe(404);
  await change({ logoImage: pngOf(200, 80), accentColor: '#0b5394' });
  expect((await loadStyles(await at('/brand.css'))).status).toBe(200);
  await change({ logoImage: null, accentColor: null });
  expect((await loadLogo(await at('/logo'))).status).toBe(404);
  expect((await loadStyles(await at('/brand.css'))).status).toBe(404);
});

it("every page has the office's name, logo, and style sheet", async () => {
  await change({ appName: 'Northern Scholars', logoImage: pngOf(200, 80), accentColor: '#0b5394' });
  const { site } = await loadRoot(await at('/'));
  expect(site).toMatchObject({ appName: 'Northern Scholars', logo: { width: 200, height: 80 } });
  expect(site.styles).toMatch(/^\/brand\.css\?v=[\da-f]{16}$/);
  const styles = await loadStyles(await at(site.styles ?? ''));
  expect(styles.headers.get('Cache-Control')).toContain('immutable');
  expect(await styles.text()).toContain('--action: #0b5394;');
});

it('the agreement shows the terms again to someone who agreed to different ones in the meantime', async () => {
  const [school, year] = [await makeSchool(orm), await makeYear(orm)];
  const { user } = await makeCounselor(orm, [school.id]);
  await makeDesignation(orm, { highSchoolId: school.id, academicYearId: year.id, submittedById: user.id });
  const path = `/designate/agreement?school=${school.id}&year=${year.id}`;
  const agreement = screenConversation({ loader: loadAgreement, action: agree }, () => orm);
  const before = (await agreement.open(user, path)).data;
  expect(before).toMatchObject({ hasAccepted: true, mustAcceptAgain: false, terms: { text: '' } });

  await change({ termsText: 'Send transcripts by June.' });
  const refused = await agreement.send(user, path, [
    ['accepted', 'on'],
    ['terms', before.terms.version],
    ['version', String(before.version)],
  ]);
  expect(JSON.stringify(refused.data)).toContain(
    'The designation terms have changed since you opened this page.',
  );

  const after = (await agreement.open(user, path)).data;
  expect(after).toMatchObject({
    hasAccepted: false,
    mustAcceptAgain: true,
    terms: { text: 'Send transcripts by June.' },
  });
  const led: unknown = await agreement
    .send(user, path, [
      ['accepted', 'on'],
      ['terms', after.terms.version],
      ['version', String(after.version)],
    ])
    .catch((redirected: unknown) => redirected);
  expect(led instanceof Response ? led.headers.get('Location') : JSON.stringify(led)).toContain(
    '/designate/method',
  );
  expect((await agreement.open(user, path)).data).toMatchObject({
    hasAccepted: true,
    mustAcceptAgain: false,
  });
});

import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type Changes, recordEvent } from '#app/domain/events/record-event.server.ts';
import { flushOrRetry } from '#app/domain/flush-unique.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Invalid, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { type ExpectedVersions, matchesVersion } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import { ENVIRONMENT_SETTINGS, type EnvironmentSetting } from '#app/schemas/office-setting-labels.ts';
import {
  formatProgramLinks,
  type OfficeSettingsResponse,
  type OfficeSettingsPatch,
} from '#app/schemas/office-settings.ts';
import { type OfficeSettings, OfficeSettingsEntity, SETTINGS_ID } from '#db/entities/office-settings.ts';
import { inspectLogo } from './logo-image.ts';
import { expireCachedSettings, withStored } from './current-settings.server.ts';
import { termsVersionOf } from './terms.ts';

/** The subject of the events about the settings. */
export const SETTINGS_SUBJECT = { type: 'SETTINGS', id: SETTINGS_ID } as const;

/** Returns the settings that administrators can change, as stored now. For administrators. */
export async function getOfficeSettings(ctx: Ctx): Promise<OfficeSettingsResponse> {
  authorize(ctx.actor, 'settings.manage');
  const row = await ctx.em.findOne(OfficeSettingsEntity, SETTINGS_ID, { refresh: true });
  return settingsResponse(ctx, row);
}

/** Returns the environment's values as texts. */
export function environmentTexts({ settings }: Pick<Ctx, 'settings'>): Record<EnvironmentSetting, string> {
  const { programLinks, ...texts } = settings.officeDefaults;
  return { ...texts, programLinks: formatProgramLinks(programLinks) };
}

/**
 * Changes the settings and records an event unless nothing changes. A new text of the terms gets a new version.
 * Every process uses the new settings within seconds.
 *
 * @throws {Invalid} when the logo isn't a PNG or JPEG image of an allowed size
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 */
export async function changeOfficeSettings(
  ctx: Ctx,
  { patch, ifMatch }: { patch: OfficeSettingsPatch; ifMatch: ExpectedVersions },
): Promise<OfficeSettingsResponse> {
  authorize(ctx.actor, 'settings.manage');
  const wanted = { ...textsOf(ctx, patch), ...logoOf(patch) };
  const response = await inTransaction(ctx, async (opened) => {
    const row = await lockRow(opened, OfficeSettingsEntity, { id: SETTINGS_ID }, 'update');
    const tx = await reloadActor(opened, 'settings.manage');
    if (!matchesVersion(ifMatch, row?.version ?? 0)) throw new VersionConflict();
    const stored = row ?? unchangedSettings(tx);
    const before = settingsResponse(tx, row);
    const isNewTerms = wanted.termsText !== undefined && wanted.termsText !== stored.termsText;
    const changed = {
      ...wanted,
      ...(isNewTerms ? { termsRevision: stored.termsRevision + 1 } : {}),
    };
    const changes = changesOf(before, settingsResponse(tx, { ...stored, ...changed }));
    if (Object.keys(changes).length === 0) return before;
    tx.em.assign(stored, { ...changed, updatedAt: tx.now() });
    tx.em.persist(stored);
    recordEvent(tx, 'settings.changed', ['SETTINGS', SETTINGS_ID], changes);
    await flushOrRetry(tx, OfficeSettingsEntity);
    return settingsResponse(tx, stored);
  });
  expireCachedSettings(ctx.em);
  return response;
}

/** Returns the row for the first change, which isn't stored yet. */
function unchangedSettings({ em, now }: Ctx): OfficeSettings {
  const at = now();
  const values = { id: SETTINGS_ID, termsText: '', termsRevision: 0, createdAt: at, updatedAt: at };
  return em.create(OfficeSettingsEntity, values, { persist: false });
}

type Stored = Partial<Omit<OfficeSettings, 'id' | 'version' | 'createdAt' | 'updatedAt'>>;

/** Returns the columns to store. A value that equals the environment's is stored as null, which means the same. */
function textsOf({ settings }: Ctx, { logoImage: _logo, ...patch }: OfficeSettingsPatch): Stored {
  const wanted = presentFields(patch) as Stored;
  const isDefault = (name: EnvironmentSetting) =>
    JSON.stringify(wanted[name]) === JSON.stringify(settings.officeDefaults[name]);
  for (const name of ENVIRONMENT_SETTINGS) {
    if (wanted[name] != null && isDefault(name)) wanted[name] = null;
  }
  return wanted;
}

/** @throws {Invalid} when it isn't an allowed image */
function logoOf({ logoImage }: OfficeSettingsPatch): Stored {
  if (logoImage === undefined) return {};
  if (logoImage === null) return { logo: null, logoType: null, logoWidth: null, logoHeight: null };
  const facts = inspectLogo(logoImage);
  if (typeof facts === 'string') throw new Invalid([{ path: ['logoImage'], message: facts }]);
  const { type, width, height } = facts;
  return { logo: Buffer.from(logoImage), logoType: type, logoWidth: width, logoHeight: height };
}

function settingsResponse(
  { settings }: Pick<Ctx, 'settings'>,
  row: OfficeSettings | null,
): OfficeSettingsResponse {
  const current = row === null ? { ...settings, ...settings.officeDefaults } : withStored(settings, row);
  const { appName, contactEmail, handbookUrl, surveyUrl, programLinks } = current;
  const logo = row === null ? null : withStored(settings, row).brand.logo;
  return {
    ...{ appName, contactEmail, handbookUrl, surveyUrl, programLinks },
    termsText: row?.termsText ?? '',
    termsVersion: termsVersionOf(row?.termsRevision ?? 0),
    accentColor: row?.accentColor ?? null,
    logo:
      logo === null
        ? null
        : {
            ...{ url: logoUrl(logo), width: logo.width, height: logo.height },
            ...{ type: logo.type, bytes: logo.bytes.byteLength },
          },
    fromEnvironment: ENVIRONMENT_SETTINGS.filter((name) => row?.[name] == null),
    version: row?.version ?? 0,
    updatedAt: row === null || row.version === 0 ? null : row.updatedAt.toISOString(),
  };
}

/** Returns the path of the logo, which changes with the image. */
export function logoUrl({ hash }: { readonly hash: string }): string {
  return `/logo?v=${hash}`;
}

/** Returns what an event records. The whole text of the terms, because schools agreed to it. */
function changesOf(before: OfficeSettingsResponse, after: OfficeSettingsResponse): Changes {
  const [from, to] = [recordedOf(before), recordedOf(after)];
  return Object.fromEntries(
    Object.keys(from).flatMap((name) =>
      from[name] === to[name] ? [] : [[name, { from: from[name], to: to[name] }]],
    ),
  );
}

function recordedOf(settings: OfficeSettingsResponse): Record<string, string | null> {
  const { logo, programLinks, appName, contactEmail, handbookUrl, surveyUrl } = settings;
  const { termsText, termsVersion, accentColor } = settings;
  return {
    ...{ appName, contactEmail, handbookUrl, surveyUrl },
    programLinks: formatProgramLinks(programLinks).replaceAll('\n', '; '),
    ...{ termsText, termsVersion, accentColor },
    logo: logo === null ? null : `${logo.width} × ${logo.height} pixels (${logo.url.slice(-6)})`,
  };
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logo, Settings } from '#app/config/env.server.ts';
import { type OfficeSettings, OfficeSettingsEntity, SETTINGS_ID } from '#db/entities/office-settings.ts';
import { logoHash } from './logo-image.ts';
import { termsVersionOf } from './terms.ts';

/** How long a process may use settings without asking the database whether they have changed. */
const FRESH_MS = 2_000;
/** How long a page waits for the database before it uses the cached settings. */
const WAIT_MS = 1_000;

/** The stored settings, as cached by a process. */
interface SettingsCache {
  readonly environment: Settings;
  settings: Settings;
  /** 0 if nothing is stored. */
  version: number;
  /** Whether the database has responded, so that `settings` aren't only the environment's. */
  isRead: boolean;
  /** Milliseconds of the monotonic clock; null to ask the database with the next use. */
  checkedAt: number | null;
  reading: Promise<Settings> | null;
}

/** By database driver, which all entity managers of a process share. */
const caches = new WeakMap<object, SettingsCache>();

/**
 * Returns the settings, with the stored ones in place of the environment's. They are at most two seconds old, or as old
 * as the database's last response if it doesn't respond.
 *
 * @param version the stored version as the caller has just read it; null if it didn't
 */
export async function currentSettings(
  em: EntityManager,
  environment: Settings,
  version: number | null = null,
): Promise<Settings> {
  const cache = cacheOf(em, environment);
  const isCurrent = version === null ? isFresh(cache) : version === cache.version;
  if (isCurrent) return cache.settings;
  cache.reading ??= refresh(cache, em.fork(), version).finally(() => (cache.reading = null));
  const timeout = new Promise<Settings>((resolve) => {
    setTimeout(() => resolve(cache.settings), WAIT_MS).unref();
  });
  return Promise.race([cache.reading, timeout]);
}

/**
 * Returns the same for emails, jobs, and commands. They wait for the database's first response, because they can't be
 * repeated with the right contact address, as a page can.
 * @throws what the database throws if it has never responded
 */
export async function requireCurrentSettings(em: EntityManager, environment: Settings): Promise<Settings> {
  const cache = cacheOf(em, environment);
  if (!cache.isRead) await readStored(cache, em.fork(), null);
  return currentSettings(em, environment);
}

/** Returns the settings as this process last read them, without waiting. */
export function cachedSettings(em: EntityManager, environment: Settings): Settings {
  return cacheOf(em, environment).settings;
}

/** Makes this process read the settings again when they are next used. */
export function expireCachedSettings(em: EntityManager): void {
  const cache = caches.get(em.getDriver());
  if (cache !== undefined) cache.checkedAt = null;
}

function cacheOf(em: EntityManager, environment: Settings): SettingsCache {
  const driver = em.getDriver();
  const cache = caches.get(driver);
  if (cache?.environment === environment) return cache;
  const created: SettingsCache = {
    environment,
    settings: environment,
    version: 0,
    isRead: false,
    checkedAt: null,
    reading: null,
  };
  caches.set(driver, created);
  return created;
}

function isFresh({ checkedAt }: SettingsCache): boolean {
  return checkedAt !== null && performance.now() - checkedAt < FRESH_MS;
}

/** Reading the settings for a page never fails: code that needs the database reports that it doesn't respond. */
async function refresh(cache: SettingsCache, em: EntityManager, version: number | null): Promise<Settings> {
  try {
    await readStored(cache, em, version);
  } catch {
    // Ask again in a while, not with every page.
    cache.checkedAt = performance.now();
  }
  return cache.settings;
}

async function readStored(cache: SettingsCache, em: EntityManager, version: number | null): Promise<void> {
  const stored = version ?? (await storedVersion(em));
  if (stored !== cache.version) {
    const row = await em.findOne(OfficeSettingsEntity, SETTINGS_ID);
    cache.settings = row === null ? cache.environment : withStored(cache.environment, row);
    cache.version = row?.version ?? 0;
  }
  cache.isRead = true;
  cache.checkedAt = performance.now();
}

/** Reads the version alone, because the logo can be large. */
async function storedVersion(em: EntityManager): Promise<number> {
  const row = await em.findOne(OfficeSettingsEntity, SETTINGS_ID, {
    fields: ['version'],
    disableIdentityMap: true,
  });
  return row?.version ?? 0;
}

/** Returns the environment's settings with the stored ones in their place. */
export function withStored(environment: Settings, row: OfficeSettings): Settings {
  const { appName, contactEmail, handbookUrl, surveyUrl, programLinks } = environment.officeDefaults;
  const name = row.appName ?? appName;
  return {
    ...environment,
    appName: name,
    contactEmail: row.contactEmail ?? contactEmail,
    handbookUrl: row.handbookUrl ?? handbookUrl,
    surveyUrl: row.surveyUrl ?? surveyUrl,
    programLinks: row.programLinks ?? programLinks,
    // A name in MAIL_FROM is the operator's choice.
    mailFromName: environment.mailFromName === appName ? name : environment.mailFromName,
    terms: { text: row.termsText, version: termsVersionOf(row.termsRevision) },
    brand: { accentColor: row.accentColor ?? null, logo: logoOf(row) },
  };
}

function logoOf({ logo, logoType, logoWidth, logoHeight }: OfficeSettings): Logo | null {
  if (logo == null || logoWidth == null || logoHeight == null) return null;
  if (logoType !== 'image/png' && logoType !== 'image/jpeg') return null;
  return { type: logoType, bytes: logo, width: logoWidth, height: logoHeight, hash: logoHash(logo) };
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logo, Settings } from '#app/config/env.server.ts';
import { type OfficeSettings, OfficeSettingsEntity, SETTINGS_ID } from '#db/entities/office-settings.ts';
import { logoHash } from './logo-image.ts';
import { termsVersionOf } from './terms.ts';

/** How long a process may use settings without asking the database whether they have changed. */
const FRESH_MS = 2_000;
/** How long a page waits for the database before it uses the settings it knows. */
const WAIT_MS = 1_000;

/** What a process knows about the stored settings. */
interface Known {
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
const known = new WeakMap<object, Known>();

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
  const state = stateOf(em, environment);
  const isCurrent = version === null ? isFresh(state) : version === state.version;
  if (isCurrent) return state.settings;
  state.reading ??= refresh(state, em.fork(), version).finally(() => (state.reading = null));
  const timeout = new Promise<Settings>((resolve) => {
    setTimeout(() => resolve(state.settings), WAIT_MS).unref();
  });
  return Promise.race([state.reading, timeout]);
}

/**
 * Returns the same for emails, jobs, and commands. They wait for the database's first response, because they can't be
 * repeated with the right contact address, as a page can.
 * @throws what the database throws if it has never responded
 */
export async function requireCurrentSettings(em: EntityManager, environment: Settings): Promise<Settings> {
  const state = stateOf(em, environment);
  if (!state.isRead) await readStored(state, em.fork(), null);
  return currentSettings(em, environment);
}

/** Returns the settings as this process last read them, without waiting. */
export function knownSettings(em: EntityManager, environment: Settings): Settings {
  return stateOf(em, environment).settings;
}

/** Makes this process read the settings again when they are next used. */
export function forgetSettings(em: EntityManager): void {
  const state = known.get(em.getDriver());
  if (state !== undefined) state.checkedAt = null;
}

function stateOf(em: EntityManager, environment: Settings): Known {
  const driver = em.getDriver();
  const state = known.get(driver);
  if (state?.environment === environment) return state;
  const made: Known = {
    environment,
    settings: environment,
    version: 0,
    isRead: false,
    checkedAt: null,
    reading: null,
  };
  known.set(driver, made);
  return made;
}

function isFresh({ checkedAt }: Known): boolean {
  return checkedAt !== null && performance.now() - checkedAt < FRESH_MS;
}

/** Reading the settings for a page never fails: code that needs the database reports that it doesn't respond. */
async function refresh(state: Known, em: EntityManager, version: number | null): Promise<Settings> {
  try {
    await readStored(state, em, version);
  } catch {
    // Ask again in a while, not with every page.
    state.checkedAt = performance.now();
  }
  return state.settings;
}

async function readStored(state: Known, em: EntityManager, version: number | null): Promise<void> {
  const stored = version ?? (await storedVersion(em));
  if (stored !== state.version) {
    const row = await em.findOne(OfficeSettingsEntity, SETTINGS_ID);
    state.settings = row === null ? state.environment : withStored(state.environment, row);
    state.version = row?.version ?? 0;
  }
  state.isRead = true;
  state.checkedAt = performance.now();
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

import type { Settings } from '#app/config/env.server.ts';
import { brandStyles } from '#app/domain/settings/brand-styles.server.ts';
import { knownSettings } from '#app/domain/settings/current-settings.server.ts';
import { logoUrl } from '#app/domain/settings/office-settings.server.ts';
import type { Site } from '#app/schemas/screen-responses.ts';
import { contextOf, type LoadContext } from './load-context.server.ts';

/** Returns a page's settings: those of its request, or the last known ones if the database doesn't respond. */
export async function siteSettings(request: Request, context: LoadContext): Promise<Settings> {
  const { orm, settings } = context.application;
  const isErrorPage = context.refusal !== undefined;
  if (isErrorPage) return knownSettings(orm.em, settings);
  try {
    return (await contextOf(request, context, 'BROWSER')).settings;
  } catch {
    return knownSettings(orm.em, settings);
  }
}

/** Returns the part of the settings that every page may show. */
export function siteOf(settings: Settings): Site {
  const { appName, contactEmail, timeZone, state, handbookUrl, surveyUrl, brand } = settings;
  const { logo } = brand;
  const styles = brandStyles(brand);
  return {
    ...{ appName, contactEmail, timeZone, state, handbookUrl, surveyUrl },
    logo: logo === null ? null : { url: logoUrl(logo), width: logo.width, height: logo.height },
    styles: styles === null ? null : `/brand.css?v=${styles.hash}`,
  };
}

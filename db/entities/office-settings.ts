import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps, version } from './timestamps.ts';

/** ID of the only row, which doesn't exist until an administrator changes a setting. */
export const SETTINGS_ID = '6f666669-6365-4000-8000-736574740000';

/** The settings that administrators change. Null means the value of the environment. */
export const OfficeSettingsEntity = defineEntity({
  name: 'OfficeSettings',
  tableName: 'office_settings',
  properties: {
    id: p.uuid().primary(),
    appName: p.text().nullable(),
    contactEmail: p.text().nullable(),
    handbookUrl: p.text().nullable(),
    surveyUrl: p.text().nullable(),
    programLinks: p.json().$type<readonly { readonly label: string; readonly url: string }[]>().nullable(),
    termsText: p.text().default(''),
    /** How often the text of the terms has changed. */
    termsRevision: p.integer().default(0),
    accentColor: p.text().nullable(),
    logo: p.blob().nullable(),
    logoType: p.text().nullable(),
    logoWidth: p.integer().nullable(),
    logoHeight: p.integer().nullable(),
    version,
    ...timestamps,
  },
  checks: [{ name: 'office_settings_logo_check', expression: 'octet_length(logo) <= 204800' }],
});
export type OfficeSettings = InferEntity<typeof OfficeSettingsEntity>;

import { changeOfficeSettings, getOfficeSettings } from '#app/domain/settings/office-settings.server.ts';
import { OfficeSettingsResponseSchema, OfficeSettingsPatchSchema } from '#app/schemas/office-settings.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getSettings', summary: "Get the office's settings", hasVersion: true },
    ability: 'settings.manage',
    response: OfficeSettingsResponseSchema,
    handle: async ({ ctx }) => {
      const settings = await getOfficeSettings(ctx);
      return { body: settings, version: settings.version };
    },
  }),
  PATCH: endpoint({
    operation: {
      id: 'updateSettings',
      summary: "Change the office's settings",
      description: '`null` restores the value from the environment.',
      example: { appName: 'Scholars' },
      hasVersion: true,
    },
    ability: 'settings.manage',
    body: OfficeSettingsPatchSchema,
    response: OfficeSettingsResponseSchema,
    handle: async ({ ctx, body, ifMatch }) => {
      const settings = await changeOfficeSettings(ctx, { patch: body, ifMatch });
      return { body: settings, version: settings.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;

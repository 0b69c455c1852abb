import { revokeExtension } from '#app/domain/academic-years/extensions.server.ts';
import { ExtensionParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  DELETE: endpoint({
    operation: { id: 'revokeExtension', summary: 'Revoke an extension' },
    ability: 'academicYear.manage',
    params: ExtensionParamsSchema,
    status: 204,
    handle: ({ ctx, params }) =>
      revokeExtension(ctx, { yearId: params.id, highSchoolId: params.highSchoolId }),
  }),
});

export const loader = api.loader;
export const action = api.action;

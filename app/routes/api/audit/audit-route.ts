import { listAudit } from '#app/domain/audit/list-audit.server.ts';
import { AuditEntrySchema, AuditQuerySchema } from '#app/schemas/audit.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listAuditLog',
      summary: 'List audit log entries',
      description:
        'Changes and disclosures, newest first. For the next page, send the ID of the last entry as `before`.',
    },
    ability: 'audit.read',
    query: AuditQuerySchema,
    response: AuditEntrySchema.array(),
    handle: async ({ ctx, query }) => ({ body: (await listAudit(ctx, query)).entries }),
  }),
});
export const loader = api.loader;
export const action = api.action;

import { streamAuditCsv } from '#app/domain/exports/stream-audit-csv.server.ts';
import { AuditFilterSchema } from '#app/schemas/audit.ts';
import { LIST_DOWNLOAD } from '#app/server/link-questions.ts';
import { downloadRoute } from '#app/server/download-route.server.ts';

const api = downloadRoute({
  operation: { id: 'downloadAuditLog', summary: 'Download the audit log' },
  ability: 'audit.read',
  query: AuditFilterSchema,
  confirmLink: LIST_DOWNLOAD,
  file: ({ ctx, query }) => streamAuditCsv(ctx, query),
});
export const loader = api.loader;
export const action = api.action;

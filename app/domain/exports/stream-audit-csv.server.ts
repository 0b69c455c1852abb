import { listAudit } from '#app/domain/audit/list-audit.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { CSV_BOM } from '#app/lib/csv/csv-lines.ts';
import { AUDIT_COLUMNS } from '#app/messages/audit-labels.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AuditFilter } from '#app/schemas/audit.ts';
import { BROWSER, type ExportFile, exportFile } from './export-file.server.ts';
import { csvLines } from './csv-format.ts';
import { datedFileName } from './export-file-names.ts';

/** Entries per read. Both logs only grow, so that later pages miss none of the older entries. */
const BATCH_SIZE = 200;

/**
 * Streams the audit log's entries that match the filter as CSV, newest first. For administrators.
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {Busy} when too many exports are running
 */
export async function streamAuditCsv(ctx: Ctx, filter: AuditFilter): Promise<ExportFile> {
  authorize(ctx.actor, 'audit.read');
  const { timeZone } = ctx.settings;
  const name = datedFileName('audit-log', ctx);
  return exportFile(ctx, name, BROWSER, () => linesOf(ctx, filter, timeZone));
}

async function* linesOf(ctx: Ctx, filter: AuditFilter, timeZone: string): AsyncGenerator<string, void> {
  let lines = CSV_BOM + csvLines([AUDIT_COLUMNS.map(({ title }) => title)]);
  let before: string | undefined;
  do {
    const { entries, olderThan } = await listAudit(ctx, { ...filter, before, limit: BATCH_SIZE });
    yield lines + csvLines(entries.map((entry) => AUDIT_COLUMNS.map(({ text }) => text(entry, timeZone))));
    lines = '';
    before = olderThan ?? undefined;
  } while (before !== undefined);
}

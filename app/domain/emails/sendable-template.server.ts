import type { Ctx } from '#app/domain/ctx.server.ts';
import { fieldsIn, type MergeField, MERGE_FIELDS } from '#app/lib/merge-fields.ts';
import { getEmailTemplate } from './get-email-template.server.ts';
import { sendingFaults } from './template-for-sending.server.ts';

export interface SendableTemplate {
  readonly template: {
    readonly id: string;
    readonly name: string;
    readonly subject: string;
    /** The merge fields that it uses. */
    readonly fields: readonly MergeField[];
  };
  /** Why it cannot be sent as it is; none where it can. */
  readonly faults: readonly string[];
}

/**
 * A template, and whether it could be sent. For administrators.
 *
 * @throws {NotFound} for an unknown template
 */
export async function sendableTemplate(ctx: Ctx, id: string): Promise<SendableTemplate> {
  const content = await getEmailTemplate(ctx, id);
  const used = new Set(fieldsIn(`${content.subject} ${content.body}`).map(({ name }) => name));
  const fields = (Object.keys(MERGE_FIELDS) as MergeField[]).filter((field) => used.has(field));
  const template = { id, name: content.name, subject: content.subject, fields };
  return { template, faults: await sendingFaults(content) };
}

import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { type CompiledTemplate, compileTemplate, type TemplateContent } from './compile-template.server.ts';

/** A template as it stands at this moment, ready to be sent. */
export interface TemplateForSending {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly richText: boolean;
  readonly version: number;
  readonly compiled: CompiledTemplate;
}

interface TemplateRow {
  id: string;
  name: string;
  subject: string;
  body: string;
  rich_text: boolean;
  version: number;
}

/**
 * Reads a template and makes sure that its mails can leave. The caller has asked permission. Throws NotFound, and Invalid for an empty
 * body, unknown merge fields and MJML that must not be sent (decisions, section 6).
 *
 * @param options.isKept within a transaction: nobody deletes it before that ends
 * @param options.built the template as it was read before: where it has not changed since, it is not built again
 */
export async function templateForSending(
  ctx: Ctx,
  id: string,
  { isKept = false, built = null }: { isKept?: boolean; built?: TemplateForSending | null } = {},
): Promise<TemplateForSending> {
  if (isKept) await keepTemplate(ctx, id);
  const [row] = await ctx.em.execute<TemplateRow[]>(
    'select id, name, subject, body, rich_text, version from email_template where id = ?',
    [id],
  );
  if (row === undefined) throw new NotFound();
  if (built?.id === row.id && built.version === row.version) return built;
  const { rich_text: richText, ...template } = row;
  return { ...template, richText, compiled: await compileForSending({ ...template, richText }) };
}

/** Keeps a template from being deleted until the transaction ends. */
export async function keepTemplate(tx: Ctx, id: string): Promise<void> {
  await tx.em.execute('select 1 from email_template where id = ? for key share', [id]);
}

/** Why a template cannot be sent as it is; none where it can. */
export async function sendingFaults(template: TemplateContent): Promise<string[]> {
  try {
    await compileForSending(template);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.issues.map(({ message }) => message);
  }
}

/** Makes sure that mails of a template can leave. Throws Invalid, like `templateForSending`. */
export async function compileForSending(template: TemplateContent): Promise<CompiledTemplate> {
  if (template.body.trim() === '') {
    throw new Invalid([{ path: ['body'], message: 'The email has no text yet.' }]);
  }
  return compileTemplate(template);
}

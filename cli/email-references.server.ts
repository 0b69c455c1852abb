import type { Ctx } from '#app/domain/ctx.server.ts';
import { findTemplates, type ReferencedTemplate } from '#app/domain/emails/email-templates.server.ts';
import { getDelivery } from '#app/domain/emails/read-deliveries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { parseId } from './references.server.ts';

/**
 * Finds an email template by id or name, in that order. Names ignore case.
 *
 * @throws {CommandFailure} when none or several match
 */
export async function findTemplate(ctx: Ctx, reference: string): Promise<ReferencedTemplate> {
  const templates = await findTemplates(ctx, reference);
  const [template] = templates;
  if (template === undefined) {
    throw new CommandFailure(
      `No email template has the ID or name ${reference}. To see all templates, run \`laurel emails list\`.`,
    );
  }
  if (templates.length > 1) {
    const candidates = templates.map(({ id, subject }) => `  ${id}  ${subject || '(no subject)'}`);
    throw new CommandFailure(
      [`${templates.length} email templates match ${reference}. Use one of these IDs:`, ...candidates].join(
        '\n',
      ),
      EXIT.usage,
    );
  }
  return template;
}

/** @throws {CommandFailure} when the id isn't valid, or no delivery has it */
export async function findDelivery(ctx: Ctx, reference: string): Promise<DeliveryResponse> {
  const id = parseId(reference);
  try {
    return await getDelivery(ctx, id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new CommandFailure(
      `No delivery has the ID ${id}. To see all deliveries, run \`laurel emails deliveries\`.`,
    );
  }
}

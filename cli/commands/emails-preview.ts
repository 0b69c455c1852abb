import { previewEmail } from '#app/domain/emails/preview-email.server.ts';
import { PreviewQuerySchema } from '#app/schemas/email.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findTemplate } from '#cli/references.server.ts';
import { namingTemplate } from '#cli/template-errors.server.ts';
import { printText } from '#cli/terminal/print-text.ts';

export interface EmailPreviewOptions {
  readonly email?: string;
  readonly text?: boolean;
}

/** `laurel emails preview EMAIL`: prints the HTML or text, by default with sample schools. JSON has both. */
export async function emailsPreview(
  context: CommandContext,
  reference: string,
  { email: address, text: isText = false }: EmailPreviewOptions,
): Promise<ExitCode> {
  const { email } = parseFilter(PreviewQuerySchema, { email: address });
  await withServices(context, async (ctx) => {
    const template = await findTemplate(ctx, reference);
    const mail = await namingTemplate(template.name, () => previewEmail(ctx, { id: template.id, email }));
    if (context.format === 'json') return context.write(`${JSON.stringify(mail, null, 2)}\n`);
    if (context.format === 'ndjson') return context.write(`${JSON.stringify(mail)}\n`);
    context.say(`Subject: ${mail.subject}`);
    await printText(context, isText ? mail.text : mail.html);
  });
  return EXIT.done;
}

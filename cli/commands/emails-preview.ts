import { previewEmail } from '#app/domain/emails/preview-email.server.ts';
import { PreviewQuerySchema } from '#app/schemas/email.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { templateNamed } from '#cli/references.server.ts';
import { namingTemplate } from '#cli/template-errors.server.ts';
import { printText } from '#cli/terminal/print-text.ts';

export interface EmailPreviewOptions {
  readonly email?: string;
  readonly text?: boolean;
}

/** `laurel emails preview EMAIL`: prints the HTML or text, by default with sample schools. JSON has both. */
export async function emailsPreview(
  call: Call,
  reference: string,
  { email: address, text: isText = false }: EmailPreviewOptions,
): Promise<ExitCode> {
  const { email } = parseFilter(PreviewQuerySchema, { email: address });
  await withCommandContext(call, async (ctx) => {
    const template = await templateNamed(ctx, reference);
    const mail = await namingTemplate(template.name, () => previewEmail(ctx, { id: template.id, email }));
    if (call.format === 'json') return call.write(`${JSON.stringify(mail, null, 2)}\n`);
    if (call.format === 'ndjson') return call.write(`${JSON.stringify(mail)}\n`);
    call.say(`Subject: ${mail.subject}`);
    await printText(call, isText ? mail.text : mail.html);
  });
  return EXIT.done;
}

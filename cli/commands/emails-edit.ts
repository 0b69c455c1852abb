import { changeEmailTemplate, getEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { BODY_MAX, EmailTemplatePatchSchema } from '#app/schemas/email.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { namingOptions, parseFields } from '#cli/parse-options.server.ts';
import { readInput, STDIN } from '#cli/read-input.ts';
import { findTemplate } from '#cli/references.server.ts';

export interface EmailEditOptions extends ChangeOptions {
  readonly name?: string;
  readonly subject?: string;
  readonly body?: string;
  readonly richText?: boolean;
}

const FIELD_WORDS = { name: 'name', subject: 'subject', body: 'body', richText: 'use of MJML' } as const;
const BYTES_A_CHARACTER_MAX = 4;

/** `laurel emails edit EMAIL --subject …`: changes a template, unless it has errors. Queued emails keep their text. */
export async function emailsEdit(
  context: CommandContext,
  reference: string,
  options: EmailEditOptions,
): Promise<ExitCode> {
  const { name, subject, richText } = options;
  const body = await bodyOf(context, options);
  const wanted = presentFields({ name, subject, body, richText });
  const fields = (Object.keys(FIELD_WORDS) as (keyof typeof FIELD_WORDS)[]).filter(
    (field) => wanted[field] !== undefined,
  );
  if (fields.length === 0) {
    throw new CommandFailure(
      'Choose what to change: --name, --subject, --body, --rich-text or --no-rich-text.',
      EXIT.usage,
    );
  }
  const patch = parseFields(EmailTemplatePatchSchema, wanted);
  return withServices(context, async (ctx) => {
    const { id } = await findTemplate(ctx, reference);
    const before = await getEmailTemplate(ctx, id);
    const change = `the ${fields.map((field) => FIELD_WORDS[field]).join(' and the ')} of “${before.name}”`;
    const { outcome, isDone } = await namingOptions({}, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeEmailTemplate(tx, { id, patch, ifMatch: before.version }),
        question: ({ version }) => (version === before.version ? null : `Change ${change}?`),
      }),
    );
    if (outcome.version === before.version) {
      context.say(`“${before.name}” already has these values. Nothing was changed.`);
      return EXIT.nothingToDo;
    }
    context.say(isDone ? `Changed ${change}.` : `Would change ${change}.`);
    return EXIT.done;
  });
}

async function bodyOf(
  context: CommandContext,
  { body, yes, dryRun }: EmailEditOptions,
): Promise<string | undefined> {
  if (body === undefined) return undefined;
  if (body === STDIN && yes !== true && dryRun !== true) {
    throw new CommandFailure(
      "The body is read from standard input, so we can't ask for confirmation. Add --yes or --dry-run.",
      EXIT.usage,
    );
  }
  const bytes = await readInput(context, body, BODY_MAX * BYTES_A_CHARACTER_MAX);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandFailure(`${body} isn't text. Save it as UTF-8.`, EXIT.failed, { cause: error });
  }
}

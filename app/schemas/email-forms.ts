import { z } from 'zod';
import { COLOR_SCHEMES } from '#app/schemas/enums.ts';
import { BODY_MAX, SUBJECT_MAX, TEMPLATE_NAME_MAX } from './email.ts';
import { line, multiline, requiredLine } from './fields.ts';

/** The forms of the email templates' pages. A field that was emptied is not sent to a schema (conform): here it is ''. */

const name = requiredLine('Name', TEMPLATE_NAME_MAX);
const content = {
  subject: line(SUBJECT_MAX).default(''),
  body: multiline(BODY_MAX).default(''),
  richText: z.boolean().default(false),
};

/** A new template, whose text is written on its own page. */
export const NewEmailFormSchema = z.strictObject({ name });

export const EmailFormSchema = z.strictObject({
  intent: z.literal('save'),
  version: z.number().int(),
  name,
  ...content,
});

export const DeleteEmailFormSchema = z.strictObject({
  intent: z.literal('delete'),
  version: z.number().int(),
});

/** The buttons of a delivery's page. */
export const DeliveryActFormSchema = z.strictObject({
  intent: z.enum(['approve', 'pause', 'resume', 'cancel', 'retry']),
});
export type DeliveryAct = z.output<typeof DeliveryActFormSchema>['intent'];

/** What is written at this moment, to be shown as an email: of the page's form, or of its script's own. */
export const EmailPreviewFormSchema = z.object({
  ...content,
  scheme: z.enum(COLOR_SCHEMES).default('light'),
});

/** The same as a script asks what is wrong with it. */
export const EmailCheckSchema = z.strictObject(content);

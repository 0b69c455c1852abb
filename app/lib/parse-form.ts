import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { configureCoercion } from '@conform-to/zod/v4/future';
import type { $ZodType, input, output } from 'zod/v4/core';

/** What a form gets back that was not accepted. */
export type FormReply = SubmissionResult<string[]>;

const WHOLE_NUMBER = /^-?\d{1,15}$/;

/**
 * A number as people write it, for every form and query: digits, perhaps after a minus. Throws for anything else, which the schema
 * then refuses in its own words: what JavaScript also takes for numbers, like 1e2, 0x10 and blanks, is a slip of the keyboard.
 */
export function typedNumber(text: string): number {
  if (!WHOLE_NUMBER.test(text)) throw new RangeError('Not a whole number.');
  return Number(text);
}

const { coerceFormValue } = configureCoercion({ type: { number: typedNumber } });

/** THE way to read a form, in the browser and on the server: its fields as the schema has them, or what is wrong with each. */
export function parseForm<Schema extends $ZodType>(
  form: FormData | URLSearchParams,
  { schema }: { readonly schema: Schema },
): Submission<input<Schema>, string[], output<Schema>> {
  return parseWithZod(form, { schema: coerceFormValue(schema), disableAutoCoercion: true });
}

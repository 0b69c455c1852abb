import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { configureCoercion } from '@conform-to/zod/v4/future';
import type { $ZodType, input, output } from 'zod/v4/core';

/** The reply to a rejected form: conform's result with the typed values. */
export type FormReply = SubmissionResult<string[]>;

const WHOLE_NUMBER = /^-?\d{1,15}$/;

/**
 * Parses an optional minus sign and digits; the schema reports anything else. JavaScript would also accept 1e2, 0x10
 * and spaces.
 *
 * @throws {RangeError} when the text isn't a whole number
 */
export function typedNumber(text: string): number {
  if (!WHOLE_NUMBER.test(text)) throw new RangeError('Not a whole number.');
  return Number(text);
}

const { coerceFormValue } = configureCoercion({ type: { number: typedNumber } });

/** Parses a form by its schema, in the browser and on the server. */
export function parseForm<Schema extends $ZodType>(
  form: FormData | URLSearchParams,
  { schema }: { readonly schema: Schema },
): Submission<input<Schema>, string[], output<Schema>> {
  return parseWithZod(form, { schema: coerceFormValue(schema), disableAutoCoercion: true });
}

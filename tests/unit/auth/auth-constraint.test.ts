import { getZodConstraint } from '@conform-to/zod/v4';
import { expect, it } from 'vitest';
import {
  CREATE_ACCOUNT_CONSTRAINT,
  LOGIN_CODE_CONSTRAINT,
  LOGIN_CONSTRAINT,
} from '#app/schemas/auth-constraint.ts';
import { CreateAccountSchema, LoginCodeSchema, LoginSchema } from '#app/schemas/auth.ts';

it.each([
  ['the address', LOGIN_CONSTRAINT, LoginSchema],
  ['the code', LOGIN_CODE_CONSTRAINT, LoginCodeSchema],
  ['the account', CREATE_ACCOUNT_CONSTRAINT, CreateAccountSchema],
])("the browser's own checks of %s match its schema", (_, constraint, schema) => {
  expect(constraint).toEqual(getZodConstraint(schema));
});

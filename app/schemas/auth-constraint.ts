/**
 * What the browser itself can check of the forms for signing in, where scripts do not run: the same as their schemas say. Kept
 * apart so that the pages can have it without the schemas.
 */
export const LOGIN_CONSTRAINT = { email: { required: true } };
export const LOGIN_CODE_CONSTRAINT = {
  email: { required: true },
  code: { required: true },
  link: { required: false },
};
export const CREATE_ACCOUNT_CONSTRAINT = {
  firstName: { required: true },
  lastName: { required: true },
  email: { required: true },
  phone: { required: true },
};

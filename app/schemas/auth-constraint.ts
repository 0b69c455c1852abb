/** Required fields without JavaScript, as in the schemas. Separate, so pages don't load the schemas. */
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

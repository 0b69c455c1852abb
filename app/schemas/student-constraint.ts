/**
 * What every student's form must have, as the browser itself can check it where scripts do not run: the required fields of
 * `StudentSchema`, under the names of a form with a list of students. Kept apart so that a page can have it without the schemas.
 */
export const STUDENT_CONSTRAINT = {
  'students[].first': { required: true },
  'students[].last': { required: true },
  'students[].dateOfBirth': { required: true },
  'students[].phone': { required: true },
  'students[].email': { required: true },
  'students[].address.address1': { required: true },
  'students[].address.city': { required: true },
  'students[].address.state': { required: true },
  'students[].address.zip5': { required: true },
};

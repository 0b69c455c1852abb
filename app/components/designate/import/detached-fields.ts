/**
 * The form that the import's own fields belong to: none, so that they are never sent with the students' form in which they stand.
 */
export const NO_FORM = 'student-import';

/** ID of a nonexistent form, so that the import's fields aren't submitted with the students' form. */
export const NO_FORM = 'student-import';

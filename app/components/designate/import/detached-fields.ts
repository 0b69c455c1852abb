/** A form that doesn't exist, so that the import's fields aren't sent with the students' form around them. */
export const NO_FORM = 'student-import';

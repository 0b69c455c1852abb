/** The list of all schools the user may see, or of their own. */
export type SchoolsPath = '/highschools' | '/manage';

/** Where schools are: the list of all that one may know, and the list of one's own. */
export type SchoolsPath = '/highschools' | '/manage';

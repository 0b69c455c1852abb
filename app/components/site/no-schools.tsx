/** The specification's sentences for users without schools (section 2). */
export const NO_SCHOOLS =
  "You aren't assigned to any high schools. Contact your administrator if you believe this to be an error.";

/** Shown to users without schools on lists that would be empty. */
export function NoSchools() {
  return <p className="m-0">{NO_SCHOOLS}</p>;
}

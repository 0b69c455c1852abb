/** Shown to users without schools (specification, section 2). */
export function NoSchools() {
  return (
    <p className="m-0">
      You aren&apos;t assigned to any high schools. Contact your administrator if you believe this to be an
      error.
    </p>
  );
}

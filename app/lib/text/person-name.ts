/** Joins first and last name; one of them may be empty. */
export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) {
  return [firstName, lastName].filter((name) => name !== '').join(' ');
}

interface Addressee {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Returns the name, or the email address for people without one, who were only invited. */
export function formatPersonName(person: Addressee): string {
  return fullName(person) || person.email;
}

/** Returns the name of someone in a log, and which account theirs was merged into. */
export function loggedName(person: Addressee & { readonly mergedInto: string | null }): string {
  return person.mergedInto === null
    ? fullName(person)
    : `${fullName(person)} (merged into ${person.mergedInto})`;
}

/** Returns the name and address as in emails: 'Kim Lee <kim@example.org>'. */
export function nameWithAddress({ email, ...name }: Addressee): string {
  return `${fullName(name)} <${email}>`;
}

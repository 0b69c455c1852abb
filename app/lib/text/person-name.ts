/** A person's name as it is written: the first name, then the last; one of them may be empty. */
export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) {
  return [firstName, lastName].filter((name) => name !== '').join(' ');
}

interface Addressee {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A person by name, or by address while they have none: those who were only invited. */
export function formatPersonName(person: Addressee): string {
  return fullName(person) || person.email;
}

/** A person as emails name them: 'Kim Lee <kim@example.org>'. */
export function nameWithAddress({ email, ...name }: Addressee): string {
  return `${fullName(name)} <${email}>`;
}

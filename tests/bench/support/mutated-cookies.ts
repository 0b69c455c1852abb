interface Material {
  /** Cookie headers of the attacker's and the victim's session: 'name=value.signature', URL-encoded. */
  readonly own: string;
  readonly others: string;
  /** A cookie with the victim's address that the server signed for another purpose. */
  readonly signed: string;
  readonly victim: { readonly id: string; readonly email: string };
}

/** Forged cookies: altered, truncated, with another signature, or with the victim's id or address as the value. */
export function mutatedCookies({ own, others, signed, victim }: Material): string[] {
  const name = others.slice(0, others.indexOf('='));
  const [ownParts, otherParts] = [partsOf(own), partsOf(others)];
  const text = decodeURIComponent(valueOf(others));
  const named = (value: string) => `${name}=${encodeURIComponent(value)}`;
  const indexes = Array.from(text, (_, index) => index);
  const changed = indexes
    .filter((index) => text[index] !== '.')
    .flatMap((index) =>
      ['A', 'B'].map((sign) => named(`${text.slice(0, index)}${sign}${text.slice(index + 1)}`)),
    );
  const guessed = [victim.id, victim.email, { userId: victim.id }, { email: victim.email }, [victim.id]].map(
    (value) => Buffer.from(JSON.stringify(value)).toString('base64'),
  );
  return [
    ...changed.filter((cookie) => cookie !== others && decodeURIComponent(valueOf(cookie)) !== text),
    ...indexes.map((index) => named(text.slice(0, index))),
    named(`${otherParts.value}.${ownParts.signature}`),
    named(`${ownParts.value}.${otherParts.signature}`),
    named(otherParts.value),
    `${own}; ${named(otherParts.value)}`,
    `${named(otherParts.value)}; ${own}`,
    `${name}=${valueOf(signed)}`,
    ...guessed.flatMap((value) => [
      named(value),
      named(`${value}.${ownParts.signature}`),
      named(`${value}.${partsOf(signed).signature}`),
    ]),
  ];
}

function valueOf(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1);
}

function partsOf(cookie: string): { value: string; signature: string } {
  const text = decodeURIComponent(valueOf(cookie));
  const dot = text.lastIndexOf('.');
  return { value: text.slice(0, dot), signature: text.slice(dot + 1) };
}

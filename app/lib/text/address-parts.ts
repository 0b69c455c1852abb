/** An email address cut after its @ and its dots, where a line may break before it would break inside a word. */
export function addressParts(address: string): string[] {
  return address.split(/(?<=[@.])/);
}

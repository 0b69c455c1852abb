/** Splits an email address after its @ and dots, where a line may break. */
export function emailAddressParts(address: string): string[] {
  return address.split(/(?<=[@.])/);
}

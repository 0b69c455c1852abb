/** A property's name as the database writes it: 'bannerCode' is the column banner_code. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the database name of a property: 'bannerCode' is the column banner_code. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

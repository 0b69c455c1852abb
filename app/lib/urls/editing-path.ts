/** Returns the path for requests about editing a designation. */
export function editingPath(id: string): string {
  return `/designate/editing/${encodeURIComponent(id)}`;
}

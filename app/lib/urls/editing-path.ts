/** Returns the path for requests about reviewing a designation. */
export function reviewingPath(id: string): string {
  return `/designations/${encodeURIComponent(id)}/reviewing`;
}

/** Returns the path for requests about editing a designation. */
export function editingPath(id: string): string {
  return `/designate/editing/${encodeURIComponent(id)}`;
}

/** Where the designate screens' own calls about editing a designation go. */
export function editingPath(id: string): string {
  return `/designate/editing/${encodeURIComponent(id)}`;
}

/** The parts of an audience that were chosen before an email was written. */
const CARRIED = ['target', 'schoolIds', 'userIds', 'states'];

/** Returns the audience that the query names, as a query for the send screen; '' if it names none. */
export function carriedAudience(search: URLSearchParams): string {
  if (!search.has('target')) return '';
  return new URLSearchParams([...search].filter(([key]) => CARRIED.includes(key))).toString();
}

/** Returns the page of an email, or one below it, with the audience. */
export function withAudience(path: string, audience: string): string {
  return audience === '' ? path : `${path}?${audience}`;
}

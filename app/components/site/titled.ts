import type { MetaFunction } from '@remix-run/react';
import { isRecord } from '#app/lib/records.ts';

type Matches = Parameters<MetaFunction>[0]['matches'];

/** Returns a route's `meta`: the title and the site's name. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => tabTitle(title, matches);
}

/** Returns the title of a designate step, with the school's name to tell tabs apart. */
export function stepTitle(
  step: string,
  school: { readonly name: string } | undefined,
  matches: Matches,
): { title: string }[] {
  return tabTitle(school === undefined ? step : `${step} · ${school.name}`, matches);
}

/** Returns a title that depends on the page's data. Avoids the schemas, which not every page loads. */
export function tabTitle(title: string, matches: Matches): { title: string }[] {
  const root: unknown = matches.find(({ id }) => id === 'root')?.data;
  const site = isRecord(root) && isRecord(root['site']) ? root['site'] : {};
  return [{ title: typeof site['appName'] === 'string' ? `${title} · ${site['appName']}` : title }];
}

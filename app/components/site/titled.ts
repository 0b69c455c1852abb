import type { MetaFunction } from '@remix-run/react';
import { isRecord } from '#app/lib/records.ts';

type Matches = Parameters<MetaFunction>[0]['matches'];

/** A route's `meta`: the page's title and the application's name, as they stand in the browser's tab. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => tabTitle(title, matches);
}

/** The title of a designate step, with its school, which tells two tabs apart. Without a school it has none. */
export function stepTitle(
  step: string,
  school: { readonly name: string } | undefined,
  matches: Matches,
): { title: string }[] {
  return tabTitle(school === undefined ? step : `${step} · ${school.name}`, matches);
}

/**
 * Like `titled` for a title that depends on the page's data, without the schemas, which pages without forms don't load.
 */
export function tabTitle(title: string, matches: Matches): { title: string }[] {
  const root: unknown = matches.find(({ id }) => id === 'root')?.data;
  const site = isRecord(root) && isRecord(root['site']) ? root['site'] : {};
  return [{ title: typeof site['appName'] === 'string' ? `${title} · ${site['appName']}` : title }];
}

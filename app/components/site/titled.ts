import type { MetaFunction } from '@remix-run/react';
import { isRecord } from '#app/lib/records.ts';

type Matches = Parameters<MetaFunction>[0]['matches'];

/** A route's `meta`: the title and the site's name. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => tabTitle(title, matches);
}

/** Title of a designate step, with the school's name to tell tabs apart. */
export function stepTitle(
  step: string,
  school: { readonly name: string } | undefined,
  matches: Matches,
): { title: string }[] {
  return tabTitle(school === undefined ? step : `${step} · ${school.name}`, matches);
}

/** For titles that depend on the page's data. Doesn't use the schemas, which pages without forms don't load. */
export function tabTitle(title: string, matches: Matches): { title: string }[] {
  const root: unknown = matches.find(({ id }) => id === 'root')?.data;
  const site = isRecord(root) && isRecord(root['site']) ? root['site'] : {};
  return [{ title: typeof site['appName'] === 'string' ? `${title} · ${site['appName']}` : title }];
}

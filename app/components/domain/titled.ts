import type { MetaFunction } from '@remix-run/react';
import { SiteAnswerSchema } from '#app/schemas/screen-answers.ts';

/** A route's `meta`: the page's title and the application's name, as they stand in the browser's tab. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => {
    const site = SiteAnswerSchema.safeParse(matches.find(({ id }) => id === 'root')?.data);
    return [{ title: site.success ? `${title} · ${site.data.site.appName}` : title }];
  };
}

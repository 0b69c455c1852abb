import { createContext, useContext } from 'react';
import type { Site } from '#app/schemas/screen-responses.ts';

export type { Site };

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('useSite is for screens under the root route');
  return site;
}

import { createContext, useContext } from 'react';

/** What every screen may need of the installation's settings (decisions, section 1). */
export interface Site {
  readonly appName: string;
  readonly contactEmail: string;
  readonly timeZone: string;
  /** The state of high schools, and the default of students' addresses. */
  readonly state: string;
  readonly handbookUrl: string;
  readonly surveyUrl: string;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('useSite is for screens under the root route');
  return site;
}

import { createContext } from 'react';

interface PageContextValue {
  /** The nonce of the page's Content-Security-Policy; undefined in the browser. */
  readonly nonce?: string;
  /** The theme, which each page contains, so that it can be read without waiting for a second response. */
  readonly css: string;
}

/** Set during server rendering. The scripts don't contain the theme, so the browser reads it from the page. */
export const PageContext = createContext<PageContextValue>({
  css: typeof document === 'undefined' ? '' : (document.querySelector('style')?.textContent ?? ''),
});

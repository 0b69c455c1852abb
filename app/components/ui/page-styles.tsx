import { createContext, useContext } from 'react';
import { NonceContext } from './nonce-context.ts';

const ID = 'page-styles';
const THEME = '/app/styles/theme.scss';

/** The theme's CSS during server rendering; undefined in the browser. */
export const PageStylesContext = createContext<string | undefined>(undefined);

/** The theme, inside the page, so that nobody waits for a second response before a page can be read. */
export function PageStyles() {
  const nonce = useContext(NonceContext);
  const rendered = useContext(PageStylesContext);
  // In development, Vite updates a linked stylesheet when it changes.
  if (import.meta.env.DEV) return <link rel="stylesheet" href={THEME} />;
  // Scripts don't contain the CSS, so the browser reads it from the page.
  const css = rendered ?? document.getElementById(ID)?.textContent ?? '';
  return <style id={ID} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}

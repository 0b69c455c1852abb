import { createContext } from 'react';

/** The nonce of the page's Content-Security-Policy while it is rendered on the server; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

import { createContext } from 'react';

/** The page's Content-Security-Policy nonce during server rendering; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

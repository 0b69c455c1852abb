import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

// Remix doesn't handle the rest of a response whose load a newer one replaces, which browsers would report as an error.
window.addEventListener('unhandledrejection', (event) => {
  if (String(event.reason).startsWith('AbortError')) event.preventDefault();
});

// By default, Zod compiles schemas with eval, which the content security policy blocks.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

// Remix doesn't handle the rest of a response whose load a newer one replaces, which browsers would report as an error.
window.addEventListener('unhandledrejection', (event) => {
  if (String(event.reason).startsWith('AbortError')) event.preventDefault();
});

startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});

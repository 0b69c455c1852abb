/**
 * Resolves once nothing is being pressed: a message that appears under a press moves the page, and the press would miss the
 * button it was meant for.
 */
export function nothingHeldDown(): Promise<void> {
  if (document.querySelector(':active') === null) return Promise.resolve();
  const released = new AbortController();
  return new Promise((resolve) => {
    for (const release of ['pointerup', 'pointercancel', 'keyup']) {
      window.addEventListener(
        release,
        () => {
          released.abort();
          window.setTimeout(resolve);
        },
        { signal: released.signal },
      );
    }
  });
}

const REST_MS = 200;
/** A page that never comes to rest has waited long enough. */
const LATEST_MS = 5_000;

/** Runs something when the page is loaded and has nothing else to do. Answers what calls it off. */
export function whenIdle(run: () => void): () => void {
  let callOff = () => window.removeEventListener('load', wait);
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function') {
      const id = window.requestIdleCallback(run, { timeout: LATEST_MS });
      callOff = () => window.cancelIdleCallback(id);
    } else {
      const id = window.setTimeout(run, REST_MS);
      callOff = () => window.clearTimeout(id);
    }
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => callOff();
}

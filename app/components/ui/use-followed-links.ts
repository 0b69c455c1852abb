import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';

/**
 * A listener for presses inside it: a plain press on an `<a>` to a page of ours goes there without loading the document anew,
 * and one on a link to the present page adds nothing to the history.
 * Everything else is the browser's: other buttons, keys held down, other sites, new tabs, downloads.
 */
export function useFollowedLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, button, defaultPrevented, metaKey, altKey, ctrlKey, shiftKey } = event;
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== window.location.origin) return;
    event.preventDefault();
    const isHere = link.href === window.location.href;
    navigate(`${link.pathname}${link.search}${link.hash}`, { replace: isHere });
  };
}

import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';

/**
 * Returns a click listener. A plain click on an internal link navigates without reloading; a link to the
 * current page adds no history entry. The browser handles everything else.
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

import { Link } from '@remix-run/react';
import { lazy, type MouseEvent, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

const SearchDialog = lazy(() => import('./search-dialog.tsx'));

const neverChanges = () => () => undefined;
const isOnMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search with a click, Ctrl-K, or ⌘K. Without JavaScript, it's a link to the page with the same search. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const isMac = useSyncExternalStore(neverChanges, isOnMac, () => false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isHeld = isMac ? event.metaKey : event.ctrlKey;
      if (!isHeld || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (document.querySelector('dialog:modal') === null) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isMac]);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to="/search"
        className="shell-bar-button shell-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Icon name="search" />
        <span>Search</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </Link>
      {isOpen ? (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

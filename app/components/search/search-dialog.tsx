import { Link } from '@remix-run/react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { SearchResultGroup } from '#app/messages/search-labels.ts';
import { SEARCH_HINT, useSearch } from './use-search.ts';

/** The search in a dialog: a combobox whose results are links. It forgets the text when it closes. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { groups, status, isFailure, isCurrent } = useSearch(text);
  const [chosen, setChosen] = useState({ index: 0, of: groups });
  const id = useId();
  useEffect(() => {
    ref.current?.showModal();
    inputRef.current?.focus();
  }, []);

  const paths = groups.flatMap(({ results }) => results);
  const active = chosen.of === groups ? chosen.index : 0;
  const optionId = (index: number) => `${id}-${index}`;
  const choose = (index: number) => {
    setChosen({ index, of: groups });
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || paths.length === 0) return;
    if (event.key === 'ArrowDown') choose((active + 1) % paths.length);
    else if (event.key === 'ArrowUp') choose((active - 1 + paths.length) % paths.length);
    else if (event.key !== 'Enter') return;
    else if (isCurrent) document.getElementById(optionId(active))?.click();
    event.preventDefault();
  };
  const leave = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) ref.current?.close();
  };

  return (
    <dialog ref={ref} className="dialog dialog-wide search-dialog" aria-label="Search" onClose={onClose}>
      <div className="search-field">
        <Icon name="search" />
        <label htmlFor={`${id}-text`}>
          <VisuallyHidden>Search for a school, person, student, or designation</VisuallyHidden>
        </label>
        <input
          ref={inputRef}
          id={`${id}-text`}
          className="form-control"
          role="combobox"
          aria-expanded={paths.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={paths.length > 0 ? optionId(active) : undefined}
          aria-describedby={`${id}-status`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
        <Button variant="quiet" icon="close" onClick={() => ref.current?.close()}>
          Close
        </Button>
      </div>
      <div className="search-results" role="listbox" id={`${id}-list`} aria-label="Results" tabIndex={-1}>
        {withStarts(groups).map(({ start, group, title, results }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div role="presentation" id={`${id}-${group}`} className="search-group">
              {title}
            </div>
            {results.map((result, index) => (
              <Link
                key={result.id}
                id={optionId(start + index)}
                role="option"
                tabIndex={-1}
                aria-selected={start + index === active}
                className={classNames('search-result', start + index === active && 'is-active')}
                to={result.path}
                onClick={leave}
                onMouseMove={() => setChosen({ index: start + index, of: groups })}
              >
                <span>{result.name}</span> <span className="search-details">{result.details}</span>
              </Link>
            ))}
          </div>
        ))}
      </div>
      <div
        id={`${id}-status`}
        role="status"
        className={classNames('search-status', isFailure && 'text-danger')}
      >
        <p>{status ?? SEARCH_HINT}</p>
        {groups.map(({ group, more }) => (more === null ? null : <p key={group}>{more}</p>))}
      </div>
    </dialog>
  );
}

/** Adds the index of each group's first result. */
function withStarts(groups: readonly SearchResultGroup[]) {
  let start = 0;
  return groups.map((group) => {
    const here = start;
    start += group.results.length;
    return { ...group, start: here };
  });
}

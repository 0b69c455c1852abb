import { useEffect, useRef } from 'react';
import { type FlashMessage, FlashMessages } from '#app/components/ui/flash-messages.tsx';

/** What the last request had to say, and the focus with it: the page has changed under the button that was pressed. */
export function FlashRegion({ messages }: { messages: readonly FlashMessage[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = messages[0]?.id;
  useEffect(() => {
    if (newest !== undefined) ref.current?.focus();
  }, [newest]);
  return (
    <div ref={ref} tabIndex={-1}>
      <FlashMessages messages={messages} />
    </div>
  );
}

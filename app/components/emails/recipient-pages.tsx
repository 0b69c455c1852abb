import { counted, grouped } from '#app/lib/text/counted.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import type { ShownAudience } from '#app/schemas/email-send-screens.ts';

interface RecipientPagesProps extends Pick<ShownAudience, 'page' | 'total' | 'people'> {
  /** The page was asked for by one of these buttons. */
  isNews: boolean;
}

/** The ways to the other pages: buttons of the form, so that no tick is lost on the way. */
export function RecipientPages({ page, total, people, isNews }: RecipientPagesProps) {
  const last = Math.max(1, Math.ceil(total / SCREEN_PAGE_SIZE));
  const from = (page - 1) * SCREEN_PAGE_SIZE + 1;
  const shown = (
    <p>
      Showing {grouped(from)} to {grouped(from + people.length - 1)} of {counted(total, 'person', 'people')}
    </p>
  );
  const to = (number: number, label: string, isThere: boolean) =>
    isThere ? (
      <Button type="submit" size="sm" name="intent" value={`page ${number}`}>
        {label}
      </Button>
    ) : null;
  return (
    <nav className="page-links" aria-label="Pages of recipients">
      {isNews ? <FocusHere>{shown}</FocusHere> : shown}
      {last === 1 ? null : (
        <div className="cluster">
          {to(1, 'First', page > 1)}
          {to(page - 1, 'Previous', page > 1)}
          {to(page + 1, 'Next', page < last)}
          {to(last, 'Last', page < last)}
        </div>
      )}
    </nav>
  );
}

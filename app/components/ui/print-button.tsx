import { Button } from '#app/components/ui/button.tsx';

/** Opens the browser's print dialog; needs a script and hides without one, and is not on paper. */
export function PrintButton() {
  return (
    <Button size="sm" icon="print" className="script-needed" onClick={() => window.print()}>
      Print
    </Button>
  );
}

import { Button } from '#app/components/ui/button.tsx';

/** Opens the browser's print dialog. Hidden without JavaScript and in print. */
export function PrintButton() {
  return (
    <Button size="sm" icon="print" className="script-needed" onClick={() => window.print()}>
      Print
    </Button>
  );
}

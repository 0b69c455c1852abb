import { Button } from '#app/components/ui/button.tsx';

/** Opens the browser's print dialog. Hidden without JavaScript and in print. */
export function PrintButton({ label = 'Print' }: { label?: string }) {
  return (
    <Button size="sm" icon="print" className="script-needed" onClick={() => window.print()}>
      {label}
    </Button>
  );
}

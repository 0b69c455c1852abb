import { Button } from '#app/components/ui/button.tsx';

/** Opens the browser's print dialog. Hidden without JavaScript and in print. */
export function PrintButton({ label = 'Print', size = 'sm' }: { label?: string; size?: 'sm' | 'md' }) {
  return (
    <Button size={size} icon="print" className="script-needed" onClick={() => window.print()}>
      {label}
    </Button>
  );
}

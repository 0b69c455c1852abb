import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';

interface ConfirmDialogProps {
  open: boolean;
  /** Exact text of the question. Line breaks in a string are preserved. */
  message: ReactNode;
  title: string;
  /** The action and its object: 'Delete user'. */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  /** Focuses Cancel first, as 'danger' does, so that an extra key press doesn't confirm. */
  isCareful?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * A modal question in a native `<dialog>`. Esc and Cancel decline. The focus starts on Cancel if `isCareful`, otherwise
 * on the confirm button, and returns to its origin afterwards. Requires JavaScript.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, message, title, tone = 'primary', onConfirm, onCancel } = props;
  const { confirmLabel, cancelLabel = 'Cancel', isCareful = tone === 'danger' } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const firstRef = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      firstRef.current?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-message`} className="text-pre-line text-break">
        {message}
      </div>
      <div className="dialog-actions">
        <Button ref={isCareful ? firstRef : undefined} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button ref={isCareful ? undefined : firstRef} variant={tone} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}

interface AlertDialogProps {
  message: ReactNode;
  title?: string;
  onClose?: () => void;
}

/**
 * Message with an OK button, for the specification's browser alerts. Render it only while there is a message.
 * Without JavaScript, it is open above the page, and OK closes it.
 */
export function AlertDialog({ message, title = 'Message', onClose }: AlertDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.close();
    dialog.showModal();
  }, [message]);

  return (
    <dialog
      ref={ref}
      open
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose?.();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-message`} className="text-pre-line text-break">
        {message}
      </div>
      <form method="dialog" className="dialog-actions">
        <Button type="submit" variant="primary">
          OK
        </Button>
      </form>
    </dialog>
  );
}

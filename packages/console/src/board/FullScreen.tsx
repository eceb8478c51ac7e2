import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';

/** Covers everything with the browser's own dialog: it keeps the focus inside, and Escape closes it. */
export function FullScreen({
  labelledBy,
  onClose,
  children,
}: {
  readonly labelledBy: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Focuses the heading, not the first button: a user who is typing when this appears must not press the button.
    document.getElementById(labelledBy)?.focus();
    return () => shown?.close();
  }, [labelledBy]);
  const leave = (event: SyntheticEvent): void => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} className="full-screen" aria-labelledby={labelledBy} onCancel={leave}>
      {children}
    </dialog>
  );
}

import { Button } from '@mantine/core';

interface HelpButtonProps {
  readonly label: string;
  readonly isPending: boolean;
  readonly onClick: () => void;
}

/** The red button of a wearer: the same size everywhere. */
export function HelpButton({ label, isPending, onClick }: HelpButtonProps) {
  return (
    <Button
      color="danger"
      onClick={onClick}
      disabled={isPending}
      mih={144}
      fz={40}
      radius="md"
      fw={700}
      fullWidth
      className="wraps"
    >
      {label}
    </Button>
  );
}

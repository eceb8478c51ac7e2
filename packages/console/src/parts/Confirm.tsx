import type { PathOf } from '@fallwatch/client';
import { Text } from '@mantine/core';
import { FormDialog } from './Dialog.js';
import { useAction } from './useAction.js';

interface ConfirmProps {
  readonly title: string;
  /** What the action does, shown before it is done. */
  readonly explain: string;
  readonly submit: string;
  readonly act: () => Promise<unknown>;
  readonly changed: readonly PathOf<'get'>[];
  readonly onClose: () => void;
  readonly isDangerous?: boolean;
}

export function Confirm({ explain, act, changed, onClose, ...dialog }: ConfirmProps) {
  const action = useAction(act, ...changed);
  return (
    <FormDialog
      {...dialog}
      action={action}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        action.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <Text>{explain}</Text>
    </FormDialog>
  );
}

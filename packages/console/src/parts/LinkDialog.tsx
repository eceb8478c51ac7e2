import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog, ResultDialog } from './Dialog.js';
import { useAction } from './useAction.js';

interface LinkDialogProps<Created> {
  /** What creating the link does, shown before it is created. */
  readonly words: { readonly title: string; readonly explain: string; readonly submit: string; readonly done: string };
  readonly create: () => Promise<Created>;
  readonly onClose: () => void;
  /** Shows what was created. */
  readonly children: (created: Created) => ReactNode;
}

/** Asks, then creates a secret link for a person and shows it once. */
export function LinkDialog<Created>({ words, create, onClose, children }: LinkDialogProps<Created>) {
  const action = useAction(create);
  if (action.data)
    return (
      <ResultDialog title={words.done} onClose={onClose}>
        {children(action.data)}
      </ResultDialog>
    );
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      action={action}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        action.mutate();
      }}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{words.explain}</Text>
    </FormDialog>
  );
}

import { Button, Flex, Group, Modal, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from './states.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open while rendered. It traps the focus, and Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: its <header> would be a second banner landmark. */}
        <Group justify="space-between" wrap="nowrap" p="md" pb={0}>
          <Modal.Title fz="lg" fw={650} lh={1.3}>
            {title}
          </Modal.Title>
          <Modal.CloseButton size={44} aria-label={t('common.close')} />
        </Group>
        <Modal.Body pt="xs">{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ResultDialogProps extends DialogProps {
  /** Another button, before the one that closes. */
  readonly button?: ReactNode;
}

/** What came of something, until the person closes it. */
export function ResultDialog({ button, children, ...dialog }: ResultDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog {...dialog}>
      <Stack>
        {children}
        <Group justify="flex-end">
          {button}
          <Button variant="default" size="md" onClick={dialog.onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface FormDialogProps extends DialogProps {
  readonly submit: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly action: Pick<UseMutationResult, 'error' | 'isPending'>;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
}

/** A form or a confirmation with one submit button; errors are shown above it. */
export function FormDialog({
  submit,
  onSubmit,
  action,
  isDangerous = false,
  isReady = true,
  children,
  ...dialog
}: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog {...dialog}>
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          {action.error && <ErrorNote error={action.error} />}
          <Flex direction={{ base: 'column-reverse', xs: 'row' }} justify="flex-end" gap="sm">
            <Button variant="default" size="md" onClick={dialog.onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              size="md"
              loading={action.isPending}
              disabled={!isReady}
              {...(isDangerous ? { color: 'danger' } : {})}
            >
              {submit}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  );
}

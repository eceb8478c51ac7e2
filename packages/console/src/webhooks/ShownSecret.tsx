import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../parts/Dialog.js';

/** Shown once: the service stores nothing from which it could show it again. */
export function ShownSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('webhooks.createdTitle')} onClose={onClose}>
      <Stack>
        <Text>{t('webhooks.secretExplain')}</Text>
        <TextInput
          size="md"
          label={t('webhooks.secret')}
          value={secret}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common.close')}
          </Button>
          <CopyButton value={secret} timeout={4_000}>
            {({ copied, copy }) => (
              <Button size="md" onClick={copy}>
                <span aria-live="polite">{copied ? t('webhooks.copied') : t('webhooks.copy')}</span>
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

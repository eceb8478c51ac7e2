import type { Device } from '@fallwatch/client';
import { Button, Flex, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { devicePaths } from '../pairing/devicePaths.js';
import { fieldErrors } from '../parts/errors.js';
import { FormError, typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';

export function Rename({ device: { id, name } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const rename = useAction(
    (next: string) => api.put('/api/device/{id}', { path: { id }, body: { name: next } }),
    ...devicePaths,
  );
  const wrong = fieldErrors(t, rename.error).name;
  return (
    <form onSubmit={(event) => rename.mutate((typedIn(event).name ?? '').trim())}>
      <Flex gap="sm" align="flex-end" wrap="wrap">
        <TextInput
          key={name}
          name="name"
          size="md"
          flex="1 1 220px"
          label={t('pairing.device.rename')}
          defaultValue={name}
          error={wrong}
          autoComplete="off"
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" size="md" loading={rename.isPending}>
          {t('common.save')}
        </Button>
      </Flex>
      {wrong === undefined && <FormError error={rename.error} />}
      <Text role="status" size="sm">
        {rename.isSuccess && t('pairing.device.renamed')}
      </Text>
    </form>
  );
}

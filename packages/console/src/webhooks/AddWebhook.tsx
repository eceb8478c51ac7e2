import type { CreatedWebhook } from '@fallwatch/client';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';

interface AddWebhookProps {
  readonly onCreated: (webhook: CreatedWebhook) => void;
  readonly onClose: () => void;
}

export function AddWebhook({ onCreated, onClose }: AddWebhookProps) {
  const { t } = useTranslation();
  const action = useAction(
    ({ url = '', template = '', authorization = '' }: Record<string, string>) =>
      api.post('/api/webhooks', {
        body: {
          url: url.trim(),
          ...(template.trim() ? { template } : {}),
          ...(authorization.trim() ? { authorization: authorization.trim() } : {}),
        },
      }),
    '/api/webhooks',
  );
  const wrong = fieldErrors(t, action.error);
  return (
    <FormDialog
      title={t('webhooks.add')}
      submit={t('webhooks.add')}
      action={action}
      onClose={onClose}
      onSubmit={(event) =>
        action.mutate(typedIn(event), {
          onSuccess: (created) => {
            onClose();
            onCreated(created);
          },
        })
      }
    >
      <TextInput
        name="url"
        type="url"
        size="md"
        label={t('webhooks.url')}
        description={t('webhooks.urlExplain')}
        placeholder="https://hooks.example.org/fallwatch"
        error={wrong.url}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <Textarea
        name="template"
        size="md"
        label={`${t('webhooks.template')} (${t('people.optional')})`}
        description={t('webhooks.templateExplain')}
        error={wrong.template}
        rows={3}
        spellCheck={false}
      />
      <TextInput
        name="authorization"
        size="md"
        label={`${t('webhooks.authorization')} (${t('people.optional')})`}
        description={t('webhooks.authorizationExplain')}
        error={wrong.authorization}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

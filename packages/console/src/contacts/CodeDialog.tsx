import { type ContactPoint, FallwatchError } from '@fallwatch/client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Dialog, FormDialog } from '../parts/Dialog.js';
import { errorWords, fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useNow } from '../parts/now.js';
import { useAction } from '../parts/useAction.js';
import { languageNow } from '../words/words.js';
import { type CodeSending, codeWaitSeconds, contactPaths, type Owner } from './contactPoints.js';

interface CodeProps {
  readonly point: ContactPoint;
  readonly sending: CodeSending;
}

interface CodeDialogProps extends CodeProps {
  readonly owner: Owner;
  readonly onClose: () => void;
}

/** Proves that the owner gets messages at this address. Only the owner can do it. */
export function CodeDialog({ owner, ...code }: CodeDialogProps) {
  return owner.isSelf ? <EnterCode {...code} /> : <CodeForOther name={owner.name} {...code} />;
}

function EnterCode({ point, sending, onClose }: Omit<CodeDialogProps, 'owner'>) {
  const { t } = useTranslation();
  const action = useAction(
    (code: string) => api.post('/api/contact-points/{id}/verify', { path: { id: point.id }, body: { code } }),
    ...contactPaths,
  );
  const isWrong = fieldErrors(t, action.error).code !== undefined;
  return (
    <FormDialog
      title={t('contacts.code.title')}
      submit={t('contacts.code.submit')}
      action={isWrong ? { ...action, error: null } : action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event).code?.replace(/\D/g, '') ?? '', { onSuccess: onClose })}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t('contacts.code.explain', { address: point.address })} {t('contacts.code.later')}
      </Text>
      <TextInput
        name="code"
        size="lg"
        styles={{ input: { maxWidth: 200 } }}
        label={t('contacts.code.field')}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="numbers"
        error={isWrong && t('contacts.code.wrong')}
        required
        withAsterisk={false}
        data-autofocus
      />
      <SendCode point={point} sending={sending} />
    </FormDialog>
  );
}

function CodeForOther({ name, onClose, ...code }: Omit<CodeDialogProps, 'owner'> & { readonly name: string }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('contacts.code.forOtherTitle', { name })} onClose={onClose}>
      <Stack>
        <Text>{t('contacts.code.forOtherExplain', { name })}</Text>
        <SendCode {...code} />
        <Group justify="flex-end">
          <Button size="md" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What became of the last request, and the button for the next. */
function SendCode({ point, sending }: CodeProps) {
  const { t } = useTranslation();
  const { address } = point;
  const now = useNow();
  const isAsked = sending.variables?.id === point.id;
  const seconds = isAsked ? codeWaitSeconds(sending, now) : 0;
  return (
    <Stack gap="xs" align="flex-start">
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {isAsked && sending.isPending && t('contacts.code.sending', { address })}
        {isAsked && sending.isSuccess && t('contacts.code.sent', { address })}
      </Text>
      {isAsked && sending.error && (
        <Text role="alert" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {notSentWords(t, sending.error, address)}
        </Text>
      )}
      <Button
        variant="default"
        size="md"
        className="numbers"
        disabled={sending.isPending || seconds > 0}
        onClick={() => sending.mutate(point)}
      >
        {seconds > 0 ? t('contacts.code.sendIn', { seconds }) : t('contacts.code.send')}
      </Button>
    </Stack>
  );
}

/** 503: the code could not be sent, and the service says why, in English. */
function notSentWords(t: TFunction, error: Error, address: string): string {
  const isFailed = error instanceof FallwatchError && error.status === 503;
  return isFailed && languageNow() !== 'en' ? t('contacts.code.failed', { address }) : errorWords(t, error);
}

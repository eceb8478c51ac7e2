import type { ContactPoint } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAction } from '../parts/useAction.js';
import { contactPaths } from './contactPoints.js';
import { canPush, readEndpointHere, subscribeHere } from './push.js';

/** The button that subscribes this browser to notifications. Absent where they are on already, or impossible. */
export function PushHere({ points }: { readonly points: readonly ContactPoint[] }) {
  const { t } = useTranslation();
  const isPossible = canPush();
  const here = useQuery({ queryKey: ['push endpoint'], queryFn: readEndpointHere, enabled: isPossible, retry: false });
  const action = useAction(() => subscribeHere(t('contacts.push.label')), ...contactPaths);
  const known = points.find(({ address, verifiedAt }) => address === here.data && verifiedAt !== null);
  if (!isPossible) return <Text>{t('contacts.push.impossible')}</Text>;
  if (known && known.failingSince === null) return null;
  return (
    <>
      <Button
        variant="default"
        size="md"
        w="fit-content"
        className="wraps"
        loading={action.isPending}
        onClick={() => action.mutate()}
      >
        {t('contacts.push.here')}
      </Button>
      <div role="status">
        {action.data === false && <Text>{t('contacts.push.denied')}</Text>}
        {action.error && <Text role="alert">{t('contacts.push.failed')}</Text>}
      </div>
    </>
  );
}

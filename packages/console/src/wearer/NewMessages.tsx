import { Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { playOnce } from '../board/sound.js';
import { Icon } from '../parts/Icon.js';
import { TextLink } from '../parts/links.js';
import { Ago } from '../parts/times.js';
import type { Carer } from './Carers.js';

const shownAtOnce = 3;

/** Unread messages, with a tone for a new one: a wearer does not look into a menu. */
export function NewMessages({ carers }: { readonly carers: readonly Carer[] }) {
  const { t } = useTranslation();
  const { data } = usePage('/api/messages', { query: { unreadOnly: true, limit: shownAtOnce } });
  const newest = data?.data[0]?.id;
  const heard = useRef<string | undefined>(undefined);
  useEffect(() => {
    // Not for messages that were there when the page opened.
    if (newest !== undefined && heard.current !== undefined && heard.current !== newest) playOnce('message');
    if (data) heard.current = newest ?? '';
  }, [data, newest]);
  return data?.data.map(({ id, senderId, content, createdAt }) => (
    <div key={id} className="fact fact-new" role="status">
      <Icon of={IconMessage} size={28} />
      <div>
        <TextLink to="/messages/$id" params={{ id: senderId }} fw={700} fz="lg">
          {carers.find((carer) => carer.id === senderId)?.name ?? t('messages.somebody')}
        </TextLink>
        <Text fz="lg" lineClamp={3}>
          {content}
        </Text>
        <Text fz="lg" c="dimmed">
          <Ago at={createdAt} />
        </Text>
      </div>
    </div>
  ));
}

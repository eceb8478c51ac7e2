import type { Message } from '@fallwatch/client';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { TextLink } from '../parts/links.js';
import { Mark } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Section } from '../parts/Section.js';
import { Empty } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { type Partner, useNames, usePartners } from './partners.js';
import { groupByPartner, type Talk } from './talks.js';

const limit = 100;

export function Conversations() {
  const { t } = useTranslation();
  const newest = usePage('/api/messages', { query: { limit } });
  const unread = usePage('/api/messages', { query: { unreadOnly: true, limit } });
  return (
    <Page title={t('messages.title')}>
      <Answered of={newest}>{({ data }) => <Talks messages={[...data, ...(unread.data?.data ?? [])]} />}</Answered>
    </Page>
  );
}

function Talks({ messages }: { readonly messages: readonly Message[] }) {
  const { t } = useTranslation();
  const { id: meId, role } = useSignedIn();
  const { data: partners = [] } = usePartners();
  const talks = groupByPartner(messages, meId);
  const { findName } = useNames(talks.map(({ partnerId }) => partnerId));
  const silent = partners.filter(({ id }) => talks.every(({ partnerId }) => partnerId !== id));
  if (talks.length + silent.length === 0)
    return <Empty title={t('messages.none')}>{t(`messages.noneExplain.${role}`)}</Empty>;
  return (
    <Stack gap="xl" maw={720}>
      {talks.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {talks.map((talk) => (
            <TalkRow key={talk.partnerId} talk={talk} name={findName(talk.partnerId) ?? t('messages.somebody')} />
          ))}
        </Stack>
      )}
      {silent.length > 0 && <WriteTo partners={silent} />}
    </Stack>
  );
}

function TalkRow({ talk: { partnerId, last, unread }, name }: { readonly talk: Talk; readonly name: string }) {
  const { t } = useTranslation();
  const { id: meId } = useSignedIn();
  return (
    <Stack component="li" gap={2} py="xs" style={{ borderBottom: '1px solid var(--line)' }}>
      <Group justify="space-between" gap="xs">
        <TextLink to="/messages/$id" params={{ id: partnerId }} fz="lg" fw={unread > 0 ? 700 : 500} py={8}>
          {name}
        </TextLink>
        <Group gap="xs">
          {unread > 0 && <Mark tone="attention">{t('messages.unread', { count: unread })}</Mark>}
          <Text size="sm" c="dimmed">
            <Ago at={last.createdAt} />
          </Text>
        </Group>
      </Group>
      <Text truncate c={unread > 0 ? undefined : 'dimmed'}>
        {last.senderId === meId ? t('messages.mine', { text: last.content }) : last.content}
      </Text>
    </Stack>
  );
}

function WriteTo({ partners }: { readonly partners: readonly Partner[] }) {
  const { t } = useTranslation();
  const byName = partners.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <Section title={t('messages.writeTo')}>
      <Group component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
        {byName.map(({ id, name }) => (
          <li key={id}>
            <TextLink to="/messages/$id" params={{ id }} py={8} display="inline-block">
              {name}
            </TextLink>
          </li>
        ))}
      </Group>
    </Section>
  );
}

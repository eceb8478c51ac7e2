import type { View } from '@fallwatch/client';
import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Paging } from '../parts/Paging.js';
import { momentWords } from '../parts/times.js';
import { languageNow } from '../words/words.js';

/** Shows the wearer who looked at which of their data. */
export function Views() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const views = usePage('/api/patients/me/views', { query: { page, limit: 20 } });
  return (
    <Stack gap="sm" component="section">
      <Title order={2} fz="xl">
        {t('wearer.views.title')}
      </Title>
      <Answered of={views}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 && <Text fz="lg">{t('wearer.views.none')}</Text>}
            {byPersonAndDay(data).map((looks) => (
              <Look key={`${looks[0].lastAt} ${looks[0].name}`} of={looks} />
            ))}
            <Paging of={pagination} onPage={setPage} />
          </>
        )}
      </Answered>
    </Stack>
  );
}

type Looks = [View, ...View[]];

function Look({ of: looks }: { readonly of: Looks }) {
  const { t } = useTranslation();
  const [{ name, role, lastAt }] = looks;
  const things = new Intl.ListFormat(languageNow()).format(looks.map(({ what }) => t(`wearer.views.${what}`)));
  return (
    <div>
      <Text fz="lg" fw={600}>
        {name ?? t('wearer.views.gone')}
        {role && ` (${t(`common.role.${role}`)})`}
      </Text>
      <Text fz="lg" className="numbers">
        {t('wearer.views.looked', { things, time: momentWords(lastAt) })}
      </Text>
    </div>
  );
}

/** What one person looked at on one day, newest first. */
function byPersonAndDay(views: readonly View[]): Looks[] {
  const groups = new Map<string, Looks>();
  for (const view of views) {
    const key = `${view.day} ${view.name} ${view.role}`;
    const group = groups.get(key);
    if (group) group.push(view);
    else groups.set(key, [view]);
  }
  return [...groups.values()];
}

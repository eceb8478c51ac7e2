import type { ScheduleDetail, Substitution } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { List } from '../parts/List.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';
import { AddSubstitution } from './AddSubstitution.js';
import { schedulePaths } from './schedulePaths.js';

interface SubstitutionsProps {
  readonly schedule: ScheduleDetail;
  readonly canChange: boolean;
}

/** Swaps and holidays that have not ended. */
export function Substitutions({ schedule, canChange }: SubstitutionsProps) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const { id, substitutions } = schedule;
  const remove = useAction(
    (substitutionId: string) =>
      api.delete('/api/schedules/{id}/substitutions/{substitutionId}', { path: { id, substitutionId } }),
    ...schedulePaths,
  );
  return (
    <Section title={t('schedules.substitutions')}>
      {substitutions.length === 0 && <Text>{t('schedules.substitutionsNone')}</Text>}
      {substitutions.length > 0 && (
        <List
          label={t('schedules.substitutions')}
          rows={substitutions}
          columns={[
            { label: t('schedules.who'), cell: (row) => <Change of={row} /> },
            { label: t('schedules.from'), cell: ({ from }) => momentWords(from) },
            { label: t('schedules.to'), cell: ({ until }) => momentWords(until) },
            { label: t('schedules.reason'), cell: ({ reason }) => reason ?? '–' },
          ]}
          {...(canChange
            ? {
                actions: ({ id }: Substitution) => (
                  <Button
                    variant="default"
                    size="sm"
                    loading={remove.isPending && remove.variables === id}
                    onClick={() => remove.mutate(id)}
                  >
                    {t('schedules.remove')}
                  </Button>
                ),
              }
            : {})}
        />
      )}
      {remove.error && <ErrorNote error={remove.error} />}
      {canChange && (
        <Button size="md" variant="default" w="fit-content" className="wraps" onClick={() => setAdding(true)}>
          {t('schedules.addSubstitution')}
        </Button>
      )}
      {isAdding && <AddSubstitution schedule={schedule} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Change({ of: { user, replaces } }: { readonly of: Substitution }) {
  const { t } = useTranslation();
  const name = user?.name ?? t('schedules.nobody');
  return replaces === null ? name : t('schedules.insteadOf', { name, replaced: replaces.name });
}

import type { AlertThreshold } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Confirm } from '../parts/Confirm.js';
import { percentWords } from '../parts/numbers.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';
import { languageNow } from '../words/words.js';

const path = '/api/patients/{id}/alert-threshold';

/** How the alerts about this person were answered, and the threshold that follows from it, if somebody decides so. */
export function AlertAnswers({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const answer = useGet(path, { path: { id: patientId } });
  return (
    <Section title={t('threshold.title')} id="alertAnswers">
      <Answered of={answer}>
        {(data) => (
          <>
            <Counts of={data.answers} />
            {data.threshold !== null && <Active of={data} percent={percentWords(data.threshold)} />}
            {data.threshold === null && data.offer !== null && <Offer of={data} threshold={data.offer} />}
          </>
        )}
      </Answered>
    </Section>
  );
}

type Answers = AlertThreshold['answers'];

function Counts({ of }: { readonly of: Answers }) {
  const { t } = useTranslation();
  const { days, alerts, cancelled, withheld, acts } = of;
  return (
    <>
      <Text className="numbers">
        {alerts === 0
          ? t('threshold.none', { days })
          : t('threshold.alerts', { count: alerts, days, parts: partWords(t, of) })}
      </Text>
      {cancelled > 0 && <Text size="sm">{t('threshold.cancelled', { count: cancelled })}</Text>}
      {acts.length > 0 && <Text size="sm">{t('threshold.acts', { acts: actWords(t, acts) })}</Text>}
      {withheld > 0 && <Text size="sm">{t('threshold.withheld', { count: withheld })}</Text>}
    </>
  );
}

const listWords = (parts: readonly string[]): string => new Intl.ListFormat(languageNow()).format(parts);

/** Only what there is. */
function partWords(t: TFunction, answers: Answers): string {
  const parts = ['real', 'falseAlarms', 'other', 'unanswered'] as const;
  return listWords(
    parts.filter((part) => answers[part] > 0).map((part) => t(`threshold.${part}`, { count: answers[part] })),
  );
}

function actWords(t: TFunction, acts: Answers['acts']): string {
  return listWords(acts.map(({ act, count }) => t('threshold.act', { act: t(`common.act.${act}`), count })));
}

function Active({ of, percent }: { readonly of: AlertThreshold; readonly percent: string }) {
  const { t } = useTranslation();
  const { patientId, setAt, setByName } = of;
  const remove = useAction(() => api.delete(path, { path: { id: patientId } }), path);
  const time = momentWords(setAt ?? '');
  return (
    <>
      <Text fw={600}>{t('threshold.active', { percent })}</Text>
      <Text size="sm">{t('threshold.setBy', { time, name: setByName ?? t('common.unknown') })}</Text>
      <Text size="sm">{t('threshold.explain', { percent })}</Text>
      {remove.error && <ErrorNote error={remove.error} />}
      <Group>
        <Button variant="default" size="md" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('threshold.remove')}
        </Button>
      </Group>
    </>
  );
}

function Offer({ of: { patientId }, threshold }: { readonly of: AlertThreshold; readonly threshold: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const percent = percentWords(threshold);
  const submit = t('threshold.set', { percent });
  return (
    <>
      <Text size="sm">{t('threshold.offer')}</Text>
      <Group>
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {submit}
        </Button>
      </Group>
      {isOpen && (
        <Confirm
          title={submit}
          explain={t('threshold.explain', { percent })}
          submit={submit}
          act={() => api.put(path, { path: { id: patientId }, body: { threshold } })}
          changed={[path]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

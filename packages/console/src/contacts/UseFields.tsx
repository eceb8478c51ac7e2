import type { ContactPoint } from '@fallwatch/client';
import { NativeSelect, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

type Use = Pick<ContactPoint, 'label' | 'fromStep' | 'minSeverity'>;

const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
/** Plans have three steps unless somebody changes them. */
const mostSteps = 5;

export const stepWords = (t: TFunction, step: number): string =>
  step === 1 ? t('contacts.atOnce') : t('contacts.fromStep', { step });

/** The name of a contact point, and when it is used. */
export function UseFields({ of: { label, fromStep, minSeverity } }: { readonly of: Use }) {
  const { t } = useTranslation();
  const steps = Array.from({ length: Math.max(mostSteps, fromStep) }, (_, index) => index + 1);
  return (
    <>
      <NativeSelect
        name="minSeverity"
        size="md"
        label={t('contacts.severity')}
        description={t('contacts.severityExplain')}
        defaultValue={minSeverity}
        data={severities.map((value) => ({ value, label: t(`contacts.severities.${value}`) }))}
      />
      <NativeSelect
        name="fromStep"
        size="md"
        label={t('contacts.step')}
        description={t('contacts.stepExplain')}
        defaultValue={String(fromStep)}
        data={steps.map((step) => ({ value: String(step), label: stepWords(t, step) }))}
      />
      <TextInput
        name="label"
        size="md"
        label={t('contacts.label')}
        defaultValue={label ?? ''}
        maxLength={60}
        autoComplete="off"
      />
    </>
  );
}

/** What was typed into the fields above. */
export function toUse({ label = '', fromStep, minSeverity }: Readonly<Record<string, string>>): Use {
  return {
    label: label.trim() || null,
    fromStep: Number(fromStep),
    minSeverity: severities.find((each) => each === minSeverity) ?? 'LOW',
  };
}

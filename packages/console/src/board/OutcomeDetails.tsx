import { Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Each question with its answers. The names are those of the API. */
export const detailQuestions = {
  injury: ['NONE', 'MINOR', 'SERIOUS', 'UNKNOWN'],
  headImpact: ['YES', 'NO', 'UNKNOWN'],
  ambulance: ['CALLED', 'NOT_CALLED'],
  liftedBy: ['SELF', 'CAREGIVER', 'TWO_CAREGIVERS', 'HOIST', 'AMBULANCE', 'OTHER'],
} as const;

type Questions = typeof detailQuestions;
export type DetailName = keyof Questions;
export type Details = { readonly [Name in DetailName]?: Questions[Name][number] };

export const detailNames = Object.keys(detailQuestions) as DetailName[];

/** The word for the recorded value. */
export const detailKey = (name: DetailName, value: string) =>
  `incident.${name}.${value}` as `incident.injury.${Questions['injury'][number]}`;

interface OutcomeDetailsProps {
  readonly begun: Readonly<Partial<Record<DetailName, string | undefined>>>;
  readonly onChange: (change: Partial<Record<DetailName, string>>) => void;
}

/** Four questions for the incident report, one tap each. None has to be answered. */
export function OutcomeDetails({ begun, onChange }: OutcomeDetailsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('incident.details.title')}</Text>
      {detailNames.map((name) => (
        <Radio.Group
          key={name}
          name={name}
          label={t(`incident.details.${name}`)}
          defaultValue={begun[name]}
          onChange={(value) => onChange({ [name]: value })}
        >
          <Group gap="md" mt={4}>
            {detailQuestions[name].map((value) => (
              <Radio key={value} value={value} label={t(detailKey(name, value))} size="md" py={6} />
            ))}
          </Group>
        </Radio.Group>
      ))}
    </Stack>
  );
}

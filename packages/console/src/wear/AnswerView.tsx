import type { WearerAnswer } from '@fallwatch/device';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface AnswerProps {
  readonly answered: WearerAnswer;
  readonly onClose: () => void;
}

/** What the wearer's answer has done. */
export function AnswerView({ answered, onClose }: AnswerProps) {
  const { t } = useTranslation();
  const said = answered === 'OK' ? 'fine' : 'called';
  return (
    <Stack gap="lg" role="status">
      <Title order={1} fz={36} lh={1.15}>
        {t(`wear.asked.${said}`)}
      </Title>
      <Text fz={22}>{t(`wear.asked.${said}Explain`)}</Text>
      <Button size="lg" variant="default" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Stack>
  );
}

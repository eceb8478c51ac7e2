import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NumberToCall } from '../kept.js';
import { Call } from '../parts/Call.js';

/** As high as the text, with the text centred. */
const centred = { display: 'flex', alignItems: 'center', justifyContent: 'center' };

interface EmergencyNumbersProps {
  readonly numbers: readonly NumberToCall[];
  /** Larger targets, for fingers that tremble. */
  readonly isLarge?: boolean;
}

/** Phone numbers for when nothing else works: those stored on this device, and the emergency services. */
export function EmergencyNumbers({ numbers, isLarge = false }: EmergencyNumbersProps) {
  const { t } = useTranslation();
  const looks = { h: 'auto', mih: isLarge ? 72 : 44, fz: isLarge ? 'xl' : 'lg', style: centred };
  return (
    <Stack gap="sm" component="section" aria-label={t('frame.numbers.title')}>
      {numbers.map(({ name, as, phone }) => (
        <Call key={`${name} ${phone}`} phone={phone} name={as ? `${name} (${as})` : name} isNamed {...looks} />
      ))}
      <Call phone="112" name={t('frame.numbers.emergency')} isNamed {...looks} />
      <Text fz={isLarge ? 'lg' : 'md'}>{t('frame.numbers.emergencyExplain')}</Text>
    </Stack>
  );
}

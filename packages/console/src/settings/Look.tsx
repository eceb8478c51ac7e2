import { type MantineColorScheme, Radio, SimpleGrid, Stack, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ContrastChoice, chooseContrast, contrastChoice, useContrast } from '../look.js';
import { chooseLanguage, type Language, languageNow, languages } from '../words/words.js';

const contrasts = ['auto', 'high'] as const satisfies readonly ContrastChoice[];
const schemes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

export function Look() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Rendered again when the contrast changes.
  useContrast();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} maw={720}>
      <Radio.Group
        label={t('settings.language')}
        value={languageNow()}
        onChange={(language) => void chooseLanguage(language as Language)}
      >
        <Stack gap="sm" mt="xs">
          {Object.entries(languages).map(([value, { name }]) => (
            <Radio key={value} value={value} label={name} lang={value} size="md" />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={t('settings.scheme')}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        <Stack gap="sm" mt="xs">
          {schemes.map((scheme) => (
            <Radio key={scheme} value={scheme} label={t(`settings.schemes.${scheme}`)} size="md" />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={t('settings.contrast')}
        value={contrastChoice()}
        onChange={(choice) => chooseContrast(choice as ContrastChoice)}
      >
        <Stack gap="sm" mt="xs">
          {contrasts.map((choice) => (
            <Radio key={choice} value={choice} label={t(`settings.contrasts.${choice}`)} size="md" />
          ))}
        </Stack>
      </Radio.Group>
    </SimpleGrid>
  );
}

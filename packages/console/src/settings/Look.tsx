import { type MantineColorScheme, Radio, SimpleGrid, Stack, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language, languageNow, languages } from '../words/words.js';

const schemes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

export function Look() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={560}>
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
    </SimpleGrid>
  );
}

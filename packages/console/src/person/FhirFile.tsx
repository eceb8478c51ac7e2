import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../parts/Section.js';

/** A patient’s record, by their id, or by `me` for the wearer who is signed in. */
export function FhirFile({ of }: { readonly of: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('person.fhir.title')}>
      <Text>{t('person.fhir.explain')}</Text>
      <Button component="a" href={`/api/patients/${of}/fhir`} download variant="default" size="md" w="fit-content">
        {t('person.fhir.download')}
      </Button>
    </Section>
  );
}

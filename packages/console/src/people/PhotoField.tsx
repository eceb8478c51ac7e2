import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Face } from '../parts/Face.js';
import { scalePhoto } from './scalePhoto.js';

/** A new photo in Base64; null removes the one that is there; undefined changes nothing. */
export type PhotoChange = string | null | undefined;

interface PhotoFieldProps {
  readonly of: { readonly firstName: string; readonly lastName: string; readonly photoUrl: string | null };
  readonly change: PhotoChange;
  readonly onChange: (change: PhotoChange) => void;
}

export function PhotoField({ of: person, change, onChange }: PhotoFieldProps) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  const shownUrl = change === undefined ? person.photoUrl : change && `data:image/jpeg;base64,${change}`;
  const choose = (file: File | null): void => {
    if (!file) return;
    scalePhoto(file).then(
      (photo) => {
        setBroken(false);
        onChange(photo);
      },
      () => setBroken(true),
    );
  };
  return (
    <Group wrap="nowrap" align="flex-start">
      <Face name={`${person.firstName} ${person.lastName}`} photoUrl={shownUrl} size={96} />
      <Stack gap="xs">
        <Text size="sm">{t('people.photoExplain')}</Text>
        <Group gap="xs">
          <FileButton accept="image/jpeg,image/png,image/webp" onChange={choose}>
            {(button) => (
              <Button variant="default" size="sm" {...button}>
                {shownUrl === null ? t('people.photoChoose') : t('people.photoReplace')}
              </Button>
            )}
          </FileButton>
          {shownUrl !== null && (
            <Button variant="subtle" size="sm" onClick={() => onChange(person.photoUrl === null ? undefined : null)}>
              {t('people.photoRemove')}
            </Button>
          )}
        </Group>
        {isBroken && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {t('people.photoBroken')}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

import { SimpleGrid, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonCard } from './PersonCard.js';
import { type Cared, matching } from './people.js';

interface Props {
  readonly cared: readonly Cared[];
  readonly search: string;
}

/** Memo: the typed letter is rendered first, and the cards after it. */
export const PersonCards = memo(function PersonCards({ cared, search }: Props) {
  const { t } = useTranslation();
  const shown = new Set(matching(cared, search));
  const hidden = cared.length - shown.size;
  return (
    <>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        {cared.map((each) => (
          // Hidden, not removed: rendering 350 cards again takes more than 500 ms of script, changing an attribute 10
          // ms.
          <li key={each.patient.id} hidden={!shown.has(each)}>
            <PersonCard cared={each} />
          </li>
        ))}
      </SimpleGrid>
      {hidden > 0 && (
        <Text c="dimmed" role="status">
          {t('board.people.hidden', { count: hidden })}
        </Text>
      )}
    </>
  );
});

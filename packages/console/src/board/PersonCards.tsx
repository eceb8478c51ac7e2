import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonCard } from './PersonCard.js';
import { type Cared, matching } from './people.js';

interface Props {
  readonly cared: readonly Cared[];
  readonly search: string;
  readonly ward: string | null;
}

/** More than a large screen shows. The other cards are rendered when the first are painted. */
const paintedFirst = 40;

/** Memo: the typed letter is rendered first, and the cards after it. */
export const PersonCards = memo(function PersonCards({ cared, search, ward }: Props) {
  const { t } = useTranslation();
  const shown = useMemo(() => matching(cared, search, ward), [cared, search, ward]);
  const rendered = useDeferredValue(cared.length, paintedFirst);
  const follow = useFollowLinks();
  const hidden = cared.length - shown.size;
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle the keys; this only keeps the page. */}
      <ul className="people" onClick={follow}>
        {cared.slice(0, rendered).map((each) => (
          // Hidden, not removed: rendering 350 cards again takes more than 500 ms of script, an attribute 10 ms.
          <li key={each.patient.id} hidden={!shown.has(each)}>
            <PersonCard cared={each} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Text c="dimmed" role="status">
          {t('board.people.hidden', { count: hidden })}
        </Text>
      )}
    </>
  );
});

/** One handler for all links of the list: 500 links of the router would subscribe to every change of the address. */
function useFollowLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: link.pathname });
  };
}

import { IconDoor } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { statuses } from '../board/status.js';
import { Icon } from '../parts/Icon.js';
import { Empty } from '../parts/states.js';
import { personWords, type Room } from './rooms.js';
import { type Privacy, usePrivacy } from './wallPrivacy.js';

/** Wider than high, as the screen beside the urgent room. */
const columnsFor = (count: number): number => Math.max(3, Math.ceil(Math.sqrt(count * 1.5)));

export function WallRooms({ rooms }: { readonly rooms: readonly Room[] }) {
  const { t } = useTranslation();
  const privacy = usePrivacy();
  if (rooms.length === 0)
    return (
      <Empty title={t('wall.noRooms')} icon={IconDoor}>
        {t('wall.noRoomsExplain')}
      </Empty>
    );
  return (
    <ul className="wall-rooms" style={{ '--columns': columnsFor(rooms.length) } as CSSProperties}>
      {rooms.map((room) => (
        <Tile key={room.room} of={room} privacy={privacy} />
      ))}
    </ul>
  );
}

const Tile = memo(
  function Tile({ of: { room, people, status }, privacy }: { readonly of: Room; readonly privacy: Privacy }) {
    const { t } = useTranslation();
    const { meaning, icon } = statuses[status];
    const names = people.map(({ name }) => personWords(name, privacy)).filter(Boolean);
    const isCalm = meaning === 'ok';
    return (
      <li className="wall-tile" data-meaning={meaning}>
        <strong>{room}</strong>
        {names.length > 0 && <span>{names.join(', ')}</span>}
        <span className={isCalm ? 'visually-hidden' : 'wall-state'}>
          {!isCalm && <Icon of={icon} size={20} />}
          {t(`board.status.${status}`)}
        </span>
      </li>
    );
  },
  (one, other) =>
    one.privacy === other.privacy &&
    one.of.status === other.of.status &&
    one.of.people.map(({ name }) => name).join() === other.of.people.map(({ name }) => name).join(),
);

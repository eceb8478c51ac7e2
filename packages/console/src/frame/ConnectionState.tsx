import { IconCheck, IconLoader, IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../live.js';
import { Icon } from '../parts/Icon.js';

const looks = {
  live: { meaning: 'ok', icon: IconCheck },
  connecting: { meaning: 'neutral', icon: IconLoader },
  lost: { meaning: 'device', icon: IconWifiOff },
} as const;

/** In the bar at the top: whether what is on the screen is up to date. */
export function ConnectionState() {
  const { t } = useTranslation();
  const connection = useConnection();
  const { meaning, icon } = looks[connection];
  return (
    <span className="pill bar-pill" data-meaning={meaning} data-testid="connection">
      <Icon of={icon} size={16} />
      <span className="bar-word">{t(`frame.connection.${connection}`)}</span>
    </span>
  );
}

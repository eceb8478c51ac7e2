import type { PatientRow } from '@fallwatch/client';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConnectionState } from '../frame/ConnectionState.js';
import { KeepAwake } from '../frame/KeepAwake.js';
import { TextLink } from '../parts/links.js';
import { useSignedIn } from '../session.js';
import { SoundTest } from './SoundTest.js';
import { choosePrivacy, type Privacy, privacies, usePrivacy } from './wallPrivacy.js';

/** The truth about this screen: sound, connection, how many people it sees; and the few things to set on it. */
export function WallFoot({ patients }: { readonly patients: readonly PatientRow[] }) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  const privacy = usePrivacy();
  const connected = patients.filter(({ device }) => device?.status === 'ACTIVE').length;
  return (
    <footer className="wall-foot">
      <SoundTest />
      <ConnectionState />
      <span className="numbers">{t('wall.people', { count: patients.length, connected })}</span>
      <KeepAwake />
      <span className="wall-settings">
        <NativeSelect
          aria-label={t('wall.privacy')}
          value={privacy}
          data={privacies.map((value) => ({ value, label: t(`wall.privacies.${value}`) }))}
          onChange={({ currentTarget: { value } }) => choosePrivacy(value as Privacy)}
        />
        <TextLink to={role === 'ADMIN' ? '/board' : '/'}>{t('board.title')}</TextLink>
      </span>
    </footer>
  );
}

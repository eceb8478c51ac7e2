import type { Alert, PatientRow } from '@fallwatch/client';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAll } from '../api.js';
import { isWaiting, ringsNow } from '../board/alertRules.js';
import { useOpenAlerts } from '../board/alerts.js';
import { useWard } from '../board/boardWard.js';
import { caredFor, countWards } from '../board/people.js';
import { useAlarmSound, useSoundByTouch } from '../board/sound.js';
import { showWaiting, titleWords } from '../frame/attention.js';
import { ConnectionBanner } from '../frame/ConnectionBanner.js';
import { SessionBar } from '../frame/SessionBar.js';
import { SoundBar } from '../frame/SoundBar.js';
import { useLive } from '../frame/useLive.js';
import { Answered } from '../parts/Answered.js';
import { Loading } from '../parts/states.js';
import { useSignedIn } from '../session.js';
import { toRooms } from './rooms.js';
import { Urgent } from './Urgent.js';
import { WallFoot } from './WallFoot.js';
import { WallHead } from './WallHead.js';
import { WallRooms } from './WallRooms.js';

const noTrends = [] as const;

/**
 * A screen in the hall, readable from ten metres: rooms, not names. It has no page to leave to and nothing to answer;
 * people answer on their own devices.
 */
export function WallPage() {
  const { t } = useTranslation();
  const me = useSignedIn();
  const { alerts, data, failureCount } = useOpenAlerts();
  const patients = useAll('/api/patients', { query: { status: 'active' } });
  const waiting = useMemo(() => alerts.filter(isWaiting), [alerts]);
  useLive(me.id);
  useSoundByTouch(true);
  useAlarmSound(waiting.some(ringsNow));
  useEffect(() => titleWords(t('wall.title')), [t]);
  useEffect(() => showWaiting(waiting.length), [waiting.length]);
  return (
    <main className="wall" id="content" tabIndex={-1}>
      <div>
        <WallHead />
        <SoundBar />
        <ConnectionBanner isHeard />
        <SessionBar />
        {failureCount > 0 && <p className="wall-stale">{t('board.alarm.stale')}</p>}
      </div>
      <div className="wall-body">
        {/* Calm only when it is known that nobody waits. */}
        {data === undefined ? <Loading /> : <Urgent waiting={waiting} />}
        <Answered of={patients}>{(rows) => <Rooms patients={rows} alerts={alerts} />}</Answered>
      </div>
      <WallFoot patients={patients.data ?? []} />
    </main>
  );
}

interface RoomsProps {
  readonly patients: readonly PatientRow[];
  readonly alerts: readonly Alert[];
}

function Rooms({ patients, alerts }: RoomsProps) {
  const ward = useWard(useMemo(() => countWards(patients), [patients]));
  const rooms = useMemo(() => {
    const inWard = patients.filter((patient) => ward === null || patient.ward === ward);
    return toRooms(caredFor(inWard, alerts, noTrends));
  }, [patients, alerts, ward]);
  return <WallRooms rooms={rooms} />;
}

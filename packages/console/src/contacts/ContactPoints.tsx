import type { ContactPoint } from '@fallwatch/client';
import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useWhole } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Confirm } from '../parts/Confirm.js';
import { useSignedIn } from '../session.js';
import { AddContact, type TypedKind } from './AddContact.js';
import { ChangeContact } from './ChangeContact.js';
import { CodeDialog } from './CodeDialog.js';
import { ContactList } from './ContactList.js';
import { contactPaths, isWorking, type Owner, toShownAddress, useCodeSending } from './contactPoints.js';
import { PushHere } from './PushHere.js';

type Kind = ContactPoint['kind'];

export function OwnContactPoints() {
  const { id, firstName, lastName } = useSignedIn();
  const answer = useWhole('/api/contact-points');
  const owner = { id, name: `${firstName} ${lastName}`, isSelf: true };
  return (
    <Answered of={answer}>{({ data, kinds }) => <ContactPoints owner={owner} points={data} kinds={kinds} />}</Answered>
  );
}

/** For admins. */
export function ContactPointsOf({ id, name }: Pick<Owner, 'id' | 'name'>) {
  const answer = useWhole('/api/admin/users/{id}/contact-points', { path: { id } });
  const owner = { id, name, isSelf: false };
  return (
    <Answered of={answer}>{({ data, kinds }) => <ContactPoints owner={owner} points={data} kinds={kinds} />}</Answered>
  );
}

interface ContactPointsProps {
  readonly owner: Owner;
  readonly points: readonly ContactPoint[];
  /** What this installation can send. */
  readonly kinds: readonly Kind[];
}

type Opened =
  | { readonly dialog: 'code' | 'change' | 'delete'; readonly point: ContactPoint }
  | { readonly dialog: 'add' };

function ContactPoints({ owner, points, kinds }: ContactPointsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const sending = useCodeSending();
  const sendCode = (point: ContactPoint): void => {
    sending.mutate(point);
    setOpened({ dialog: 'code', point });
  };
  const close = (): void => setOpened(undefined);
  const [first, ...others] = kinds.filter((kind): kind is TypedKind => kind !== 'push');
  const { isSelf, name } = owner;
  const add = first && (
    <Button size="md" w="fit-content" className="wraps" onClick={() => setOpened({ dialog: 'add' })}>
      {isSelf ? t('contacts.add') : t('contacts.addFor', { name })}
    </Button>
  );
  return (
    <>
      {!points.some(isWorking) && <Unreachable owner={owner} isEmpty={points.length === 0} />}
      {points.length > 0 && (
        <ContactList
          owner={owner}
          points={points}
          // The owner may have the code already; an admin only sends one.
          onCode={isSelf ? (point) => setOpened({ dialog: 'code', point }) : sendCode}
          onChange={(point) => setOpened({ dialog: 'change', point })}
          onDelete={(point) => setOpened({ dialog: 'delete', point })}
        />
      )}
      {isSelf && kinds.includes('push') && <PushHere points={points} />}
      {add ?? <Text>{t('contacts.noKinds')}</Text>}
      {opened?.dialog === 'add' && first && (
        <AddContact owner={owner} kinds={[first, ...others]} onAdded={sendCode} onClose={close} />
      )}
      {opened?.dialog === 'code' && <CodeDialog owner={owner} point={opened.point} sending={sending} onClose={close} />}
      {opened?.dialog === 'change' && <ChangeContact point={opened.point} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteContact point={opened.point} points={points} onClose={close} />}
    </>
  );
}

interface UnreachableProps {
  readonly owner: Owner;
  readonly isEmpty: boolean;
}

/** Nothing is listed, or nothing in the list is verified and works. */
function Unreachable({ owner: { isSelf, name }, isEmpty }: UnreachableProps) {
  const { t } = useTranslation();
  const advice = isSelf ? t('contacts.noneExplain') : t('contacts.noneOfExplain', { name });
  return (
    <Alert
      color="device"
      variant="outline"
      maw={560}
      title={isSelf ? t('contacts.none') : t('contacts.noneOf', { name })}
      styles={{ title: { color: 'var(--mantine-color-text)', fontSize: 'var(--mantine-font-size-md)' } }}
    >
      <Text>{isEmpty ? advice : t('contacts.checkStatus')}</Text>
    </Alert>
  );
}

interface DeleteContactProps {
  readonly point: ContactPoint;
  readonly points: readonly ContactPoint[];
  readonly onClose: () => void;
}

function DeleteContact({ point, points, onClose }: DeleteContactProps) {
  const { t } = useTranslation();
  const isLast = isWorking(point) && !points.some((other) => other.id !== point.id && isWorking(other));
  return (
    <Confirm
      title={t('contacts.deleteTitle', { address: toShownAddress(point) })}
      explain={[t('contacts.deleteExplain'), isLast && t('contacts.deleteLast')].filter(Boolean).join(' ')}
      submit={t('contacts.delete')}
      isDangerous
      act={() => api.delete('/api/contact-points/{id}', { path: { id: point.id } })}
      changed={contactPaths}
      onClose={onClose}
    />
  );
}

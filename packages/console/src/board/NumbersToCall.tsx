import type { Alert } from '@fallwatch/client';
import { Stack, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { telLink } from '../parts/Call.js';
import { Icon } from '../parts/Icon.js';

interface Numbered {
  readonly name: string;
  readonly phone: string;
}

/** On a phone the button that takes the alert must stay in sight. */
const shownAtOnce = 2;

/** Whose number each is: the person's own, then those entered for the person. */
export function NumbersToCall({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const numbers = listNumbers(t, alert);
  if (numbers.length === 0) return null;
  return (
    <Stack gap="xs">
      {numbers.slice(0, shownAtOnce).map((number) => (
        <NumberToCall key={number.phone} of={number} />
      ))}
      {numbers.length > shownAtOnce && (
        <details>
          <Text component="summary" py={10} w="fit-content">
            {t('board.stage.moreNumbers')}
          </Text>
          <Stack gap="xs">
            {numbers.slice(shownAtOnce).map((number) => (
              <NumberToCall key={number.phone} of={number} />
            ))}
          </Stack>
        </details>
      )}
    </Stack>
  );
}

function NumberToCall({ of: { name, phone } }: { readonly of: Numbered }) {
  const { t } = useTranslation();
  return (
    <a className="fact" href={telLink(phone)} aria-label={t('common.call', { name, phone })}>
      <Icon of={IconPhone} size={24} />
      <span>
        <strong>{name}</strong>
        <span className="fact-more numbers">{phone}</span>
      </span>
    </a>
  );
}

function listNumbers(t: TFunction, { patient, patientName, emergencyContact }: Alert): Numbered[] {
  const own = patient?.phone ? [{ name: patientName, phone: patient.phone }] : [];
  const others = (patient?.phoneNumbers ?? []).map(({ name, relationship, phone }) => ({
    name: relationship ? `${name} (${relationship})` : name,
    phone,
  }));
  const isNew = others.every(({ phone }) => phone !== emergencyContact);
  const emergency = emergencyContact && isNew ? [{ name: t('wearer.carers.emergency'), phone: emergencyContact }] : [];
  return [...own, ...others, ...emergency];
}

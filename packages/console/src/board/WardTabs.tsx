import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseWard } from './boardWard.js';

interface WardTabsProps {
  readonly wards: readonly (readonly [ward: string, count: number])[];
  readonly chosen: string | null;
  /** Of all people. */
  readonly total: number;
}

export function WardTabs({ wards, chosen, total }: WardTabsProps) {
  const { t } = useTranslation();
  const tabs: (readonly [ward: string | null, count: number])[] = [[null, total], ...wards];
  return (
    <fieldset className="tabs" aria-label={t('board.people.wards')}>
      {tabs.map(([ward, count]) => (
        <UnstyledButton key={ward} className="tab" aria-pressed={ward === chosen} onClick={() => chooseWard(ward)}>
          {ward ?? t('common.all')} <span className="numbers">{count}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../parts/Answered.js';
import { BarTable } from '../parts/BarTable.js';
import { TextLink } from '../parts/links.js';
import { Section } from '../parts/Section.js';
import { csvAddress, type ReportChoice, useDeviceStatistics } from './reportData.js';

/** Devices beyond these are in the file. */
const shownDevices = 12;

export function DeviceFigures({ choice }: { readonly choice: ReportChoice }) {
  const { t } = useTranslation();
  const answer = useDeviceStatistics(choice);
  return (
    <Section title={t('reports.byDevice')}>
      <Answered of={answer}>
        {({ devices }) =>
          devices.length === 0 ? (
            <Text>{t('reports.byDeviceNone')}</Text>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {t('reports.byDeviceExplain')}
              </Text>
              <BarTable
                label={t('reports.byDevice')}
                nameLabel={t('reports.device')}
                rows={devices.slice(0, shownDevices).map(({ deviceId, name, patientName, falls, falseAlarms }) => ({
                  key: deviceId,
                  name: (
                    <>
                      <TextLink to="/devices/$id" params={{ id: deviceId }}>
                        {name}
                      </TextLink>
                      {` · ${patientName}`}
                    </>
                  ),
                  parts: [
                    { label: t('reports.falls'), value: falls },
                    { label: t('reports.falseAlarms'), value: falseAlarms },
                  ],
                }))}
              />
              <Anchor
                href={csvAddress('devices', choice)}
                download
                underline="always"
                w="fit-content"
                className="no-print"
              >
                {t('reports.csvDevices')}
              </Anchor>
            </>
          )
        }
      </Answered>
    </Section>
  );
}

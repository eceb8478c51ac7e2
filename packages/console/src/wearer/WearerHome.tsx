import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { keepNumbers } from '../kept.js';
import { ConnectDevice } from '../pairing/ConnectDevice.js';
import { Answered } from '../parts/Answered.js';
import { TextLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { useSignedIn } from '../session.js';
import { Carers } from './Carers.js';
import { CheckIn } from './CheckIn.js';
import { HelpPanel } from './HelpPanel.js';
import { helperNumbers } from './helperNumbers.js';
import { NewMessages } from './NewMessages.js';
import { Views } from './Views.js';
import { Watch } from './Watch.js';

/** Few and large elements. The call for help comes first and does not wait for the data below it. */
export function WearerHome() {
  const { t } = useTranslation();
  const { firstName } = useSignedIn();
  const me = useGet('/api/patients/me');
  const { data } = me;
  useEffect(() => {
    if (data) keepNumbers(helperNumbers(data, t('wearer.carers.emergency')));
  }, [data, t]);
  return (
    <Page title={t('wearer.title', { name: firstName })}>
      <Stack gap="xl" maw={640}>
        <HelpPanel carers={me.data?.caregivers ?? []} />
        <CheckIn />
        <NewMessages carers={me.data?.caregivers ?? []} />
        <Answered of={me}>
          {({ id, firstName, lastName, caregivers, devices }) => (
            <>
              <Watch deviceIds={devices.map((device) => device.id)} />
              <ConnectDevice
                wearer={{ id, name: `${firstName} ${lastName}` }}
                known={devices.map((device) => device.id)}
              />
              <Carers carers={caregivers} />
            </>
          )}
        </Answered>
        <TextLink to="/falls" fz={20} py={8} w="fit-content">
          {t('own.fallsExplain')}
        </TextLink>
        <Views />
      </Stack>
    </Page>
  );
}

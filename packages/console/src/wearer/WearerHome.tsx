import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Page } from '../parts/Page.js';
import { useSignedIn } from '../session.js';
import { Carers } from './Carers.js';
import { HelpPanel } from './HelpPanel.js';
import { Views } from './Views.js';
import { Watch } from './Watch.js';

/** Large, few, and the call for help first: it does not wait for anything below it. */
export function WearerHome() {
  const { t } = useTranslation();
  const { firstName } = useSignedIn();
  const me = useGet('/api/patients/me');
  return (
    <Page title={t('wearer.title', { name: firstName })}>
      <Stack gap="xl" maw={640}>
        <HelpPanel carers={me.data?.caregivers ?? []} />
        <Answered of={me}>
          {({ caregivers, devices }) => (
            <>
              <Watch deviceIds={devices.map(({ id }) => id)} />
              <Carers carers={caregivers} />
            </>
          )}
        </Answered>
        <Views />
      </Stack>
    </Page>
  );
}

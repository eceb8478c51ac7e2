import { useTranslation } from 'react-i18next';
import { Page } from '../parts/Page.js';
import { Figures } from './overview/Figures.js';
import { Health } from './overview/Health.js';
import { OpenAlerts } from './overview/OpenAlerts.js';
import { ResponseTimes } from './overview/ResponseTimes.js';

/** First what somebody has to do something about, then whether all works, then how it goes. */
export function Overview() {
  const { t } = useTranslation();
  return (
    <Page title={t('frame.nav.overview')}>
      <OpenAlerts />
      <Health />
      <Figures />
      <ResponseTimes />
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { Page } from '../parts/Page.js';
import { Checklist } from './overview/Checklist.js';
import { FailingContacts } from './overview/FailingContacts.js';
import { Figures } from './overview/Figures.js';
import { Health } from './overview/Health.js';
import { OpenAlerts } from './overview/OpenAlerts.js';
import { ResponseTimes } from './overview/ResponseTimes.js';

/** Work to do first, then the health of the service, then the statistics. */
export function Overview() {
  const { t } = useTranslation();
  return (
    <Page title={t('frame.nav.overview')}>
      <Checklist />
      <OpenAlerts />
      <FailingContacts />
      <Health />
      <Figures />
      <ResponseTimes />
    </Page>
  );
}

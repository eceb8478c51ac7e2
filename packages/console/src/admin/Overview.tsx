import { useTranslation } from 'react-i18next';
import { Page } from '../parts/Page.js';
import { Checklist } from './overview/Checklist.js';
import { FailingContacts } from './overview/FailingContacts.js';
import { FailingFeeds } from './overview/FailingFeeds.js';
import { Figures } from './overview/Figures.js';
import { Health } from './overview/Health.js';
import { NotReachable } from './overview/NotReachable.js';
import { OpenAlerts } from './overview/OpenAlerts.js';
import { ResponseTimes } from './overview/ResponseTimes.js';

/** Work to do first, then the health of the service, then the statistics. */
export function Overview() {
  const { t } = useTranslation();
  return (
    <Page title={t('frame.nav.overview')}>
      <Checklist />
      <OpenAlerts />
      <NotReachable />
      <FailingContacts />
      <FailingFeeds />
      <Health />
      <Figures />
      <ResponseTimes />
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/states.js';

/** Shown when the list has rows, but none that match the search and the filters. */
export function NothingFound() {
  const { t } = useTranslation();
  return <Empty title={t('admin.nothingFound')}>{t('admin.nothingFoundExplain')}</Empty>;
}

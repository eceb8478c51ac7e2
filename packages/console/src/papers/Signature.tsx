import { useTranslation } from 'react-i18next';

/** Lines to sign on paper. */
export function Signature() {
  const { t } = useTranslation();
  return (
    <div className="paper-signature">
      <span>
        {t('papers.report.checked')} ({t('papers.report.signature')})
      </span>
      <span>{t('papers.report.date')}</span>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { LazyQrCode } from '../pairing/LazyQrCode.js';
import { dateWords } from '../parts/times.js';
import { type Me, useSignedIn } from '../session.js';
import { useSiteName } from '../siteName.js';

interface LetterProps {
  readonly of: {
    readonly name: string;
    readonly email: string;
    readonly role: Me['role'];
    readonly link: string;
    readonly expiresAt: string;
  };
  /** True on the page; else on paper only. */
  readonly isShown?: boolean;
}

/** One page of paper, in large type. */
export function InvitationLetter({ of: { name, email, role, link, expiresAt }, isShown = false }: LetterProps) {
  const { t } = useTranslation();
  const { firstName, lastName } = useSignedIn();
  const by = `${firstName} ${lastName}`;
  const site = useSiteName();
  return (
    <section className={isShown ? 'letter' : 'letter card'} aria-hidden={!isShown}>
      <p className="letter-site">{site}</p>
      <h2>{t('letter.heading', { name })}</h2>
      <p>
        {t('letter.from', { by, site })} {t(`letter.${role}`)}
      </p>
      <h3>{t('letter.stepsTitle')}</h3>
      <ol>
        <li>{t('letter.scan')}</li>
        <li>{t('letter.choose', { email })}</li>
        <li>{t(`letter.next.${role}`)}</li>
      </ol>
      <LazyQrCode url={link} />
      <p>{t('letter.until', { until: dateWords(expiresAt), by })}</p>
      <p>{t('letter.address', { address: window.location.origin })}</p>
    </section>
  );
}

import { Button, CopyButton, Group, Portal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../parts/Dialog.js';
import { useSignedIn } from '../session.js';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The only time that the codes are shown. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('security.codes.title')} onClose={onClose}>
      <Stack>
        <Text>{t('security.codes.explain')}</Text>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace" fw={600}>
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <CopyButton value={codes.join('\n')} timeout={4_000}>
            {({ copied, copy }) => (
              <Button variant="default" size="md" onClick={copy}>
                <span aria-live="polite">{t(`security.codes.${copied ? 'copied' : 'copy'}`)}</span>
              </Button>
            )}
          </CopyButton>
          <Button variant="default" size="md" onClick={() => window.print()}>
            {t('security.codes.print')}
          </Button>
        </Group>
        <Button size="md" onClick={onClose}>
          {t('security.codes.done')}
        </Button>
        <Portal reuseTargetNode={false}>
          <PrintedCodes codes={codes} />
        </Portal>
      </Stack>
    </Dialog>
  );
}

/** Only this is printed, see `.card` in style/cards.css. */
function PrintedCodes({ codes }: Pick<RecoveryCodesProps, 'codes'>) {
  const { t } = useTranslation();
  const { email } = useSignedIn();
  return (
    <section className="card">
      <h1>{t('security.codes.heading', { email })}</h1>
      <p>{t('security.codes.use')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code} className="numbers">
            {code}
          </li>
        ))}
      </ul>
    </section>
  );
}

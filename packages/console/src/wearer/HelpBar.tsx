import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCallForHelp } from './help.js';
import { fallToConfirm } from './moment.js';
import { useRecentFalls } from './recentFalls.js';

/** The red button on every page of a wearer but the first, which has the large one. Leads there: it says who comes. */
export function HelpBar() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: falls = [] } = useRecentFalls();
  const help = useCallForHelp();
  const call = (): void => help.mutate(fallToConfirm(falls), { onSuccess: () => void navigate({ to: '/' }) });
  return (
    <div className="help-bar">
      <Button
        color="danger"
        fullWidth
        mih={64}
        fz="xl"
        fw={700}
        disabled={help.isPending}
        onClick={call}
        className="wraps"
      >
        {help.isPending ? t('wearer.help.calling') : t('wearer.help.call')}
      </Button>
      {help.error && (
        <Text role="alert" fw={700} c="var(--danger-text)">
          {t('wearer.help.failed')}
        </Text>
      )}
    </div>
  );
}

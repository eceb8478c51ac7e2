import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Pagination {
  readonly page: number;
  readonly totalPages: number;
}

export function Paging({
  of: { page, totalPages },
  onPage,
}: {
  readonly of: Pagination;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  if (totalPages <= 1) return null;
  return (
    <Group justify="center" component="nav" aria-label={t('common.page', { page, pages: totalPages })}>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={t('common.previous')}>
        ‹
      </Button>
      <Text className="numbers">{t('common.page', { page, pages: totalPages })}</Text>
      <Button
        variant="default"
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
        aria-label={t('common.next')}
      >
        ›
      </Button>
    </Group>
  );
}

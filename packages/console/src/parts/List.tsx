import { Card, Group, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface ListProps<Row> {
  /** The list's name, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly [title: Column<Row>, ...others: Column<Row>[]];
  readonly actions?: (row: Row) => ReactNode;
}

/** A table on wide screens; on a phone a card for each row, with the first column as its title. */
export function List<Row extends { readonly id: string }>(props: ListProps<Row>) {
  const hasRoom = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  return hasRoom ? <Rows {...props} /> : <Cards {...props} />;
}

function Rows<Row extends { readonly id: string }>({ label, rows, columns, actions }: ListProps<Row>) {
  const { t } = useTranslation();
  return (
    <Table className="list-card" horizontalSpacing="md" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column.label}>{column.label}</Table.Th>
          ))}
          {actions && <Table.Th ta="right">{t('common.actions')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            {columns.map(({ label, cell }) => (
              <Table.Td key={label}>{cell(row)}</Table.Td>
            ))}
            {actions && (
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap" miw="max-content">
                  {actions(row)}
                </Group>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards<Row extends { readonly id: string }>({ label, rows, columns, actions }: ListProps<Row>) {
  const [title, ...others] = columns;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Card key={row.id} component="li" withBorder padding="md">
          <Stack gap="sm">
            <Text component="div" fw={600}>
              {title.cell(row)}
            </Text>
            <Stack gap={4}>
              {others.map((column) => (
                <Group key={column.label} gap="sm" align="baseline" wrap="nowrap">
                  <Text size="sm" c="dimmed" w={112} style={{ flexShrink: 0 }}>
                    {column.label}
                  </Text>
                  <Text component="div" size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                    {column.cell(row)}
                  </Text>
                </Group>
              ))}
            </Stack>
            {actions && <Group gap="xs">{actions(row)}</Group>}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

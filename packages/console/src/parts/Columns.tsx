import { ScrollArea, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type BarPart, BarSegments, largestSum, PartKey, sumParts } from './barParts.js';
import { numberWords } from './numbers.js';

export interface Column {
  readonly key: string;
  /** Short, below the column. */
  readonly tick: string;
  /** In full, in the table. */
  readonly name: string;
  readonly parts: readonly BarPart[];
}

interface ColumnsProps {
  readonly columns: readonly Column[];
  readonly nameLabel: string;
  /** The chart in one or two sentences, for screen readers. */
  readonly summary: string;
}

/** With more columns than this, there is no space for a number above each: on a phone, and at all. */
const mostNumbersOnPhone = 14;
const mostNumbers = 26;
/** About so many labels fit below the columns. */
const mostTicks = 8;

/** Columns over time with their numbers, and the same numbers in a table below. */
export function Columns({ columns, nameLabel, summary }: ColumnsProps) {
  const largest = largestSum(columns);
  const tickEvery = Math.ceil(columns.length / mostTicks);
  return (
    <div>
      <PartKey of={columns[0]?.parts ?? []} />
      <div
        className="columns"
        role="img"
        aria-label={summary}
        data-many={columns.length > mostNumbersOnPhone || undefined}
      >
        {columns.map(({ key, tick, parts }, index) => (
          <div key={key} className="column">
            <div className="column-space">
              {columns.length <= mostNumbers && sumParts(parts) > 0 && (
                <span className="column-number numbers">{numberWords(sumParts(parts))}</span>
              )}
              <div className="column-bar" style={{ height: `${(100 * sumParts(parts)) / largest}%` }}>
                <BarSegments of={parts} />
              </div>
            </div>
            <span className="column-tick numbers">{index % tickEvery === 0 ? tick : ''}</span>
          </div>
        ))}
      </div>
      <Numbers columns={columns} nameLabel={nameLabel} summary={summary} />
    </div>
  );
}

function Numbers({ columns, nameLabel, summary }: ColumnsProps) {
  const { t } = useTranslation();
  const names = columns[0]?.parts ?? [];
  return (
    <details className="no-print">
      <Text component="summary" size="sm" c="dimmed" py={10} w="fit-content">
        {t('common.numbers')}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': summary }}>
        <Table stickyHeader withRowBorders={false} striped verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{nameLabel}</Table.Th>
              {names.map(({ label }) => (
                <Table.Th key={label} ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="numbers">
            {columns.map(({ key, name, parts }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {parts.map(({ label, value }) => (
                  <Table.Td key={label} ta="right">
                    {numberWords(value)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </details>
  );
}

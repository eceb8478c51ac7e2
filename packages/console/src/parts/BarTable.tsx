import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { type BarPart, BarSegments, largestSum, PartKey, sumParts } from './barParts.js';
import { numberWords } from './numbers.js';

export interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly parts: readonly BarPart[];
}

interface BarTableProps {
  readonly label: string;
  readonly nameLabel: string;
  readonly rows: readonly BarRow[];
}

/** A table with a bar in each row: the same numbers for eyes and for screen readers. */
export function BarTable({ label, nameLabel, rows }: BarTableProps) {
  const names = rows[0]?.parts ?? [];
  const largest = largestSum(rows);
  return (
    <>
      <PartKey of={names} />
      <Table aria-label={label} withRowBorders={false} verticalSpacing={4} className="bar-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{nameLabel}</Table.Th>
            {names.map((part) => (
              <Table.Th key={part.label} ta="right">
                {part.label}
              </Table.Th>
            ))}
            <td aria-hidden="true" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, parts }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {parts.map((part) => (
                <Table.Td key={part.label} ta="right" className="numbers">
                  {numberWords(part.value)}
                </Table.Td>
              ))}
              <td aria-hidden="true" className="bar-cell">
                <span className="bar" style={{ width: `${(100 * sumParts(parts)) / largest}%` }}>
                  <BarSegments of={parts} />
                </span>
              </td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

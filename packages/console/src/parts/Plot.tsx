import { Box, Group, List, ScrollArea, Skeleton, Stack, Table, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlotColours } from './plotColours.js';
import type { PlotMark, PlotProps, PlotSeries, Values } from './plotProps.js';

/** The drawing library is loaded with the first plot, not with the page. */
const PlotCanvas = lazy(async () => ({ default: (await import('./PlotCanvas.js')).PlotCanvas }));

const noMarks: readonly PlotMark[] = [];

/** Lines over time, and the same numbers in a table below. */
export function Plot(props: PlotProps) {
  const { x, series, summary, marks = noMarks, xWords, height = 220 } = props;
  const [index, setIndex] = useState<number | null>(null);
  const at = index === null ? undefined : x[index];
  return (
    <Stack gap={6}>
      <Group gap="lg" style={{ rowGap: 2 }}>
        {series.map((each) => (
          <Key key={each.label} of={each} words={index === null ? undefined : valueWords(props, each, index)} />
        ))}
        {at !== undefined && (
          <Text size="sm" c="dimmed" className="numbers">
            {xWords(at)}
          </Text>
        )}
      </Group>
      <Box role="img" aria-label={summary}>
        <Suspense fallback={<Skeleton height={height} animate={false} />}>
          <PlotCanvas {...props} marks={marks} height={height} onIndex={setIndex} />
        </Suspense>
      </Box>
      {marks.length > 0 && (
        <List type="ordered" size="sm">
          {marks.map(({ label }) => (
            <List.Item key={label}>{label}</List.Item>
          ))}
        </List>
      )}
      <Numbers {...props} />
    </Stack>
  );
}

/** One legend entry: a piece of the line as drawn, and its name. */
function Key({
  of: { label, colour, dash = [] },
  words,
}: {
  readonly of: PlotSeries;
  readonly words?: string | undefined;
}) {
  const stroke = usePlotColours()[colour];
  return (
    <Group gap={6} wrap="nowrap">
      <svg width={30} height={12} aria-hidden="true">
        <line x1={0} x2={30} y1={6} y2={6} stroke={stroke} strokeWidth={2.5} strokeDasharray={dash.join(' ')} />
        {dash.length > 0 ? (
          <circle cx={15} cy={6} r={4} fill="none" stroke={stroke} strokeWidth={2} />
        ) : (
          <circle cx={15} cy={6} r={3} fill={stroke} />
        )}
      </svg>
      <Text size="sm" className="numbers">
        {label}
        {words !== undefined && <b>: {words}</b>}
      </Text>
    </Group>
  );
}

function Numbers(props: PlotProps) {
  const { t } = useTranslation();
  const { x, series, summary, xWords } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" size="sm" c="dimmed" py={10} w="fit-content">
        {t('common.numbers')}
      </Text>
      {isOpen && (
        <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': summary }}>
          <Table stickyHeader withRowBorders={false} striped>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('common.time')}</Table.Th>
                {series.map(({ label }) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="numbers">
              {x.map((ms, index) => (
                <Table.Tr key={ms}>
                  <Table.Th fw={400}>{xWords(ms)}</Table.Th>
                  {series.map((each) => (
                    <Table.Td key={each.label}>{valueWords(props, each, index)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </details>
  );
}

/** `72`, or `72 (60–95)` with a band, or a dash if nothing was measured. */
function valueWords({ yWords }: PlotProps, { values, band }: PlotSeries, index: number): string {
  const words = (of: Values | undefined): string => {
    const value = of?.[index];
    return value === null || value === undefined ? '–' : yWords(value);
  };
  return band ? `${words(values)} (${words(band.low)}–${words(band.high)})` : words(values);
}

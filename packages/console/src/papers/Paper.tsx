import { Button, Group, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { titleWords } from '../frame/attention.js';
import { Icon } from '../parts/Icon.js';
import { PaperColours } from '../parts/PaperColours.js';
import { momentWords } from '../parts/times.js';

interface PaperProps {
  /** Also the name of the PDF file. */
  readonly title: string;
  /** Links beside the print button; they are not printed. */
  readonly actions: ReactNode;
  readonly footer: string;
  readonly children: ReactNode;
}

/** A page made for paper: one sheet of A4, as it looks on the screen. The browser's print also saves it as PDF. */
export function Paper({ title, actions, footer, children }: PaperProps) {
  const { t } = useTranslation();
  useEffect(() => titleWords(title), [title]);
  return (
    <>
      <PaperColours />
      <Group gap="sm" mb="md" className="no-print">
        {actions}
        <Button leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
          {t('papers.print')}
        </Button>
      </Group>
      <article className="paper">
        {children}
        <footer className="paper-footer">
          <span>{footer}</span>
          <span className="numbers">{t('papers.printed', { time: momentWords(new Date()) })}</span>
        </footer>
      </article>
    </>
  );
}

export function PaperTitle({ children }: { readonly children: ReactNode }) {
  return (
    <Title order={1} size="h2">
      {children}
    </Title>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

export function PaperPart({ title, children, isWide = false }: PartProps) {
  return (
    <section className="paper-part" data-wide={isWide || undefined}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </section>
  );
}

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values. A fact that is not known is left out. */
export function Facts({ of: facts }: { readonly of: readonly Fact[] }) {
  return (
    <dl className="paper-facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Text as somebody typed it. */
export function Typed({ children }: { readonly children: string }) {
  return <div className="paper-typed">{children}</div>;
}

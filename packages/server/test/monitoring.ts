import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the alert rules and dashboards in deploy/ say, for the tests that compare it with the metrics of a server. */
export const deployFolder = fileURLToPath(new URL('../../../deploy/', import.meta.url));

export interface Rule {
  readonly alert: string;
  /** All of its text: expression, labels, annotations. */
  readonly text: string;
  readonly expression: string;
}

export const ruleFiles = listFiles('prometheus', '.rules.yml');
export const dashboardFiles = listFiles('grafana', '.json');

function listFiles(folder: string, ending: string): string[] {
  const names = readdirSync(join(deployFolder, folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => join(deployFolder, folder, name));
}

const withoutComments = (text: string): string => text.replace(/^ *#.*$/gm, '');

export const rules: readonly Rule[] = ruleFiles.flatMap((path) =>
  withoutComments(readFileSync(path, 'utf8'))
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => ({
      alert: /^\w+/.exec(text)?.[0] ?? '',
      text,
      expression: /expr:([\s\S]*?)^ {8}(?:for|labels):/m.exec(text)?.[1] ?? '',
    })),
);

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

export const panels: readonly Panel[] = dashboardFiles.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).panels);

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** `up` has no underscore; every other metric has one, and PromQL's own functions with one are followed by `(`. */
const selector = /\b(up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()(?:\{([^}]*)\})?/g;

/** Everything in an expression that selects series. */
export function listSelectors(expression: string): Selector[] {
  const grouped = expression.replace(grouping, ' ');
  return [...grouped.matchAll(selector)]
    .filter(({ index }) => !isInsideBraces(grouped, index))
    .map(([, metric = '', inBraces = '']) => ({
      metric,
      matchers: [...inBraces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
        ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
      ),
    }));
}

const grouping = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g;

/** Labels by which an expression groups. */
export function listGroups(expression: string): string[] {
  const lists = [...expression.matchAll(grouping)].map(([, names = '']) => names);
  return lists.flatMap((names) => names.split(',').map((name) => name.trim())).filter((name) => name !== '');
}

function isInsideBraces(text: string, index: number): boolean {
  return text.lastIndexOf('{', index) > text.lastIndexOf('}', index);
}

/** Whether a series with these labels is selected; regular expressions are anchored, as in Prometheus. */
export function isSelected({ matchers }: Selector, labels: Readonly<Record<string, string>>): boolean {
  return matchers.every(({ label, operator, value }) => {
    const own = labels[label] ?? '';
    const isEqual = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(own) : own === value;
    return operator.startsWith('!') ? !isEqual : isEqual;
  });
}

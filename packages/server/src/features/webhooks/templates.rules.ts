/** Templates of webhooks: a request body that the owner writes, a JSON text with placeholders in its strings. */

const placeholders = ['title', 'text', 'url', 'severity', 'id', 'step'] as const;
/** For services that require a new URL for each message: only the id, because URLs are logged on their way. */
const urlPlaceholders = ['id'] as const;

export type TemplateValues = Readonly<Record<(typeof placeholders)[number], string>>;

const pattern = /\{([\w.-]+)\}/g;

/** What is wrong with a template; undefined if it can be used. */
export function templateProblem(template: string): string | undefined {
  if (!isJson(template)) return 'is not valid JSON; placeholders must be inside strings, like {"text": "{title}"}';
  return placeholderProblem(template, placeholders);
}

export function templateUrlProblem(url: string): string | undefined {
  return placeholderProblem(url, urlPlaceholders);
}

/**
 * In valid JSON `{title}` occurs only inside strings, and a value that is escaped for a string cannot end it. Replaced
 * in one pass: a value that contains `{url}` stays as it is.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(pattern, (_, name: keyof TemplateValues) => JSON.stringify(values[name]).slice(1, -1));
}

export function fillUrl(url: string, id: string): string {
  return url.replaceAll('{id}', id);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function placeholderProblem(text: string, known: readonly string[]): string | undefined {
  const unknown = [...text.matchAll(pattern)].find(([, name = '']) => !known.includes(name));
  return (
    unknown && `has the unknown placeholder ${unknown[0]}; known here: ${known.map((name) => `{${name}}`).join(', ')}`
  );
}

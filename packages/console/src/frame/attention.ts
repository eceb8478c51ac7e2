/** The tab says how many alerts wait, in its title and on its icon: it is often the only thing in sight. */
let page = 'Fallwatch';
let waiting = 0;

function show(): void {
  const name = page === 'Fallwatch' ? page : `${page} · Fallwatch`;
  document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
}

export function titleWords(title: string): void {
  page = title;
  show();
}

export function showWaiting(count: number): void {
  if (count === waiting) return;
  waiting = count;
  show();
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = count > 0 ? '/icon-alert.svg' : '/icon.svg';
}

/** Shows the number of unanswered alerts in the tab's title and icon, often the only visible part of the app. */
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

import { Page } from '../parts/Page.js';

export function PersonPage() {
  return <Page title="PersonPage">…</Page>;
}

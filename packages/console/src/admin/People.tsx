import { Page } from '../parts/Page.js';

export function People() {
  return <Page title="People">…</Page>;
}

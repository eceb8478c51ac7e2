import { Page } from '../parts/Page.js';

export function Falls() {
  return <Page title="Falls">…</Page>;
}

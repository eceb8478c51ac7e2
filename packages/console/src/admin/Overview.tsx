import { Page } from '../parts/Page.js';

export function Overview() {
  return <Page title="Overview">…</Page>;
}

import { Page } from '../parts/Page.js';

export function Alerts() {
  return <Page title="Alerts">…</Page>;
}

import { Page } from '../parts/Page.js';

export function Maintenance() {
  return <Page title="Maintenance">…</Page>;
}

import { Page } from '../parts/Page.js';

export function Devices() {
  return <Page title="Devices">…</Page>;
}

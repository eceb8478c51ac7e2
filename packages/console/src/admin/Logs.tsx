import { Page } from '../parts/Page.js';

export function Logs() {
  return <Page title="Logs">…</Page>;
}

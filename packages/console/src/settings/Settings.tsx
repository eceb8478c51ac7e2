import { Page } from '../parts/Page.js';

export function Settings() {
  return <Page title="Settings">…</Page>;
}

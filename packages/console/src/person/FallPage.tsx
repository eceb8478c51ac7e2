import { Page } from '../parts/Page.js';

export function FallPage() {
  return <Page title="FallPage">…</Page>;
}

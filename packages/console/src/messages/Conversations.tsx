import { Page } from '../parts/Page.js';

export function Conversations() {
  return <Page title="Conversations">…</Page>;
}

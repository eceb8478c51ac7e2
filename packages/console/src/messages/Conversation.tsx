import { Page } from '../parts/Page.js';

export function Conversation() {
  return <Page title="Conversation">…</Page>;
}

import { Page } from '../parts/Page.js';

export function Board() {
  return <Page title="Board">…</Page>;
}

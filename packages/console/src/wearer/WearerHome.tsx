import { Page } from '../parts/Page.js';

export function WearerHome() {
  return <Page title="WearerHome">…</Page>;
}

import { Page } from '../parts/Page.js';

export function Users() {
  return <Page title="Users">…</Page>;
}

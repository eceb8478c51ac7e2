import { Page } from '../parts/Page.js';

export function Caregiver() {
  return <Page title="Caregiver">…</Page>;
}

import { Page } from '../parts/Page.js';

export function Caregivers() {
  return <Page title="Caregivers">…</Page>;
}

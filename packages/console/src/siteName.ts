import { useGet } from './api.js';

/** The name that the operator gave this installation, or the product's. */
export function useSiteName(): string {
  return useGet('/api/setup').data?.name ?? 'Fallwatch';
}

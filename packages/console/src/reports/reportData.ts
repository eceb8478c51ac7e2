import type { FallStatistics } from '@fallwatch/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.js';
import { numberWords } from '../parts/numbers.js';

export type Figures = FallStatistics['total'];

/** What a report is about. `ward` is empty for all. */
export interface ReportChoice {
  readonly weeks: number;
  readonly ward: string;
}

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const toQuery = ({ weeks, ward }: ReportChoice) => ({ weeks, timeZone, ...(ward ? { ward } : {}) });

/** A report is a picture of the past: it is not fetched again while somebody reads it. */
const stays = { staleTime: 300_000, refetchInterval: false } as const;

export function useFallStatistics(choice: ReportChoice) {
  const path = '/api/statistics/falls';
  const query = toQuery(choice);
  return useQuery({ queryKey: [path, query], queryFn: ({ signal }) => api.get(path, { query, signal }), ...stays });
}

export function useDeviceStatistics(choice: ReportChoice) {
  const path = '/api/statistics/devices';
  const query = toQuery(choice);
  return useQuery({ queryKey: [path, query], queryFn: ({ signal }) => api.get(path, { query, signal }), ...stays });
}

export function useResponseTimes(choice: ReportChoice) {
  const path = '/api/statistics/response-times';
  const query = toQuery(choice);
  return useQuery({ queryKey: [path, query], queryFn: ({ signal }) => api.get(path, { query, signal }), ...stays });
}

/** Spreadsheets expect a semicolon where numbers have a decimal comma. */
export const separator = (): 'comma' | 'semicolon' => (numberWords(0.5, 1).includes(',') ? 'semicolon' : 'comma');

export function csvAddress(file: 'falls' | 'devices', choice: ReportChoice): string {
  const asked = Object.entries({ ...toQuery(choice), separator: separator() });
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return `/api/statistics/${file}.csv?${query}`;
}

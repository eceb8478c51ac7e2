import type { Device } from '@fallwatch/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queries } from '../api.js';
import { useSignedIn } from '../session.js';

const askEveryMs = 2_000;

export interface Wearer {
  readonly id: string;
  readonly name: string;
}

export interface CodeProps {
  readonly wearer: Wearer;
  /** Ids of the devices that the wearer had before. */
  readonly known: readonly string[];
  readonly onConnected: (device: Device) => void;
}

/** A code that connects one device to the wearer. Each use of this hook asks for its own. */
export function usePairingCode({ id }: Wearer, validDays?: number) {
  const isWearer = useSignedIn().role === 'PATIENT';
  return useQuery({
    queryKey: ['pairing code', id, validDays],
    queryFn: () =>
      api.post('/api/device/pairing-codes', {
        body: { ...(isWearer ? {} : { patientId: id }), ...(validDays === undefined ? {} : { validDays }) },
      }),
    // A code works once: none is asked for again by itself, and none is kept for the next time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Calls back when the wearer has a device that is not among the known ones. */
export function useNewDevice({ wearer: { id }, known, onConnected }: CodeProps): void {
  const isWearer = useSignedIn().role === 'PATIENT';
  const { data: device } = useQuery({
    queryKey: ['new device', id, known],
    queryFn: async () => {
      const found = isWearer
        ? (await api.get('/api/patients/me')).devices
        : await api.get('/api/patients/{id}/devices', { path: { id } });
      const added = found.find((each) => !known.includes(each.id));
      return added ? api.get('/api/device/{id}', { path: { id: added.id } }) : null;
    },
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? false : askEveryMs),
  });
  useEffect(() => {
    if (!device) return;
    onConnected({ ...device, lastSeen: null });
    void queries.invalidateQueries();
  }, [device, onConnected]);
}

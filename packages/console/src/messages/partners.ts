import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../api.js';
import { type Me, useSignedIn } from '../session.js';

export interface Partner {
  readonly id: string;
  readonly name: string;
}

const named = ({ id, firstName, lastName }: { id: string; firstName: string; lastName: string }): Partner => ({
  id,
  name: `${firstName} ${lastName}`,
});

/** Those one writes to: a caregiver's people, a wearer's caregivers. An admin may write to anybody, from their page. */
async function partnersOf(role: Me['role'], signal: AbortSignal): Promise<Partner[]> {
  if (role === 'PATIENT') return (await api.get('/api/patients/me', { signal })).caregivers;
  const partners: Partner[] = [];
  if (role === 'CAREGIVER') for await (const row of api.each('/api/patients', { signal })) partners.push(named(row));
  return partners;
}

export function usePartners() {
  const { role } = useSignedIn();
  return useQuery({
    queryKey: ['/api/patients', 'partners', role],
    queryFn: ({ signal }) => partnersOf(role, signal),
  });
}

interface Names {
  /** Undefined for who is not known to the one who asks, or no longer there. */
  readonly nameOf: (id: string) => string | undefined;
  readonly isLoading: boolean;
}

/** Who is who. */
export function useNames(ids: readonly string[]): Names {
  const { role } = useSignedIn();
  const { data: partners = [], isPending } = usePartners();
  const asked = useQueries({
    queries: (role === 'ADMIN' ? ids : []).map((id) => ({
      queryKey: ['/api/admin/users/{id}', 'name', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        named(await api.get('/api/admin/users/{id}', { path: { id }, signal })),
      // Each look at somebody's account is written down: one is enough for a name.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false as const,
    })),
  });
  const known = new Map([...partners, ...asked.flatMap(({ data }) => data ?? [])].map(({ id, name }) => [id, name]));
  return { nameOf: (id) => known.get(id), isLoading: isPending || asked.some((each) => each.isPending) };
}

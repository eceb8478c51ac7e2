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

/**
 * The people a user writes to: a caregiver's patients, a wearer's caregivers. Admins can write to anybody, from the
 * person's page.
 */
async function listPartners(role: Me['role'], signal: AbortSignal): Promise<Partner[]> {
  if (role === 'PATIENT') return (await api.get('/api/patients/me', { signal })).caregivers;
  const partners: Partner[] = [];
  if (role === 'CAREGIVER') for await (const row of api.each('/api/patients', { signal })) partners.push(named(row));
  return partners;
}

export function usePartners() {
  const { role } = useSignedIn();
  return useQuery({
    queryKey: ['/api/patients', 'partners', role],
    queryFn: ({ signal }) => listPartners(role, signal),
  });
}

interface Names {
  /** Undefined for people who are unknown to the user or were deleted. */
  readonly findName: (id: string) => string | undefined;
  readonly isLoading: boolean;
}

/** Names by user id. */
export function useNames(ids: readonly string[]): Names {
  const { role } = useSignedIn();
  const { data: partners = [], isPending } = usePartners();
  const asked = useQueries({
    queries: (role === 'ADMIN' ? ids : []).map((id) => ({
      queryKey: ['/api/admin/users/{id}', 'name', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        named(await api.get('/api/admin/users/{id}', { path: { id }, signal })),
      // Each read of an account is audited: one read is enough for a name.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false as const,
    })),
  });
  const known = new Map([...partners, ...asked.flatMap(({ data }) => data ?? [])].map(({ id, name }) => [id, name]));
  return { findName: (id) => known.get(id), isLoading: isPending || asked.some((each) => each.isPending) };
}

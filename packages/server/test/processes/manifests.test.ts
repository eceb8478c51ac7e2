/** The Kubernetes manifests in deploy/kubernetes: their form, and that they fit the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import { describe, expect, test } from 'vitest';
import { listTypeErrors, type Manifest, overlays, select } from '../deployment/manifests.js';
import {
  getLabels,
  getMainContainer,
  getPod,
  hasKustomize,
  isSelected,
  listProcesses,
  readManifests,
} from '../deployment/pods.js';
import { allRoles, defaults, listUnknown, repository, sampleSecrets, stopMs } from '../deployment/settings.js';

if (!hasKustomize) process.stdout.write('NOT RUN: kustomize is not installed here: the manifests are not checked\n');

describe.skipIf(!hasKustomize)('kustomize', () => {
  test('every manifest has the form that the API of Kubernetes describes', () => {
    const all = overlays.flatMap(readManifests);
    expect(listTypeErrors(all)).toEqual([]);
    process.stdout.write(`proof: kubernetes: ${all.length} manifests fit the types of the API of Kubernetes 1.30\n`);
  });

  test('an unknown field, a missing one and a wrong type are found', () => {
    const [deployment] = select(readManifests('small'), 'Deployment') as unknown as [Manifest & Deployment];
    const broken = structuredClone(deployment);
    const container = getMainContainer(broken) as unknown as Record<string, unknown>;
    container.readynessProbe = container.readinessProbe;
    const incomplete = structuredClone(deployment);
    delete (incomplete.spec as Partial<Deployment['spec']>)?.selector;
    const textual = structuredClone(deployment);
    Object.assign(textual.spec ?? {}, { replicas: '1' });
    const errors = listTypeErrors([deployment, broken, incomplete, textual]);
    expect(errors).toEqual([
      expect.stringContaining('"readynessProbe"'),
      expect.stringContaining("Property 'selector' is missing"),
      expect.stringContaining("'string' is not assignable to type 'number'"),
    ]);
  });
});

describe.skipIf(!hasKustomize)('settings', () => {
  test('are known to the server, and it accepts their values', () => {
    for (const { given } of overlays.flatMap(listProcesses)) expect(listUnknown(Object.keys(given))).toEqual([]);
  });

  test('small is one process with all roles; the processes of the cluster have all roles together', () => {
    expect(listProcesses('small').map(({ config }) => config.roles)).toEqual([allRoles]);
    expect(new Set(listProcesses('cluster').flatMap(({ config }) => config.roles))).toEqual(new Set(allRoles));
  });

  test('in the cluster every process has Redis and NATS', () => {
    for (const { config } of listProcesses('cluster')) expect([config.redisUrl, config.natsUrl]).not.toContain(null);
  });

  test('secrets are mounted files, and no manifest contains one', () => {
    for (const overlay of overlays) {
      expect(readManifests(overlay).filter(({ kind }) => kind === 'Secret')).toEqual([]);
      for (const { main, pod, given } of listProcesses(overlay)) {
        expect(pod.volumes).toEqual([
          { name: 'secrets', secret: { secretName: 'fallwatch-secrets', defaultMode: 0o440 } },
        ]);
        for (const { env = [], volumeMounts } of [main, ...(pod.initContainers ?? [])]) {
          const mounts = [{ name: 'secrets', mountPath: '/run/secrets/fallwatch', readOnly: true }];
          expect(volumeMounts).toEqual(mounts);
          expect(env.filter(({ name }) => name in sampleSecrets)).toEqual([]);
          for (const { name, value } of env.filter(({ name }) => name.endsWith('_FILE')))
            expect(value).toBe(`${mounts[0]?.mountPath}/${name.replace('_FILE', '')}`);
        }
        expect(Object.keys(given)).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'JWT_SECRET_FILE']));
      }
      for (const { data = {} } of select(readManifests(overlay), 'ConfigMap'))
        expect(Object.keys(data).filter((name) => name in sampleSecrets)).toEqual([]);
    }
  });

  test('ports are those of the server', () => {
    const servers = { 5432: 'postgres', 6379: 'redis', 4222: 'nats' };
    const own = [defaults.port, defaults.operationsPort, 53, ...Object.keys(servers).map(Number)];
    for (const overlay of overlays) {
      const [service] = select(readManifests(overlay), 'Service');
      expect(service?.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual([defaults.port]);
      for (const { main, config } of listProcesses(overlay)) {
        expect(main.ports).toEqual([{ name: 'operations', containerPort: config.operationsPort }]);
        expect(config.port).toBe(defaults.port);
      }
      const policies = select(readManifests(overlay), 'NetworkPolicy').flatMap(({ spec }) => [
        ...(spec?.ingress ?? []),
        ...(spec?.egress ?? []),
      ]);
      const ports = policies.flatMap(({ ports: listed = [] }) => listed.map(({ port }) => port));
      expect(new Set(ports)).toEqual(new Set(own));
    }
  });

  test('the image has the version of this repository', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    for (const { pod } of overlays.flatMap(listProcesses))
      for (const { image } of [...pod.containers, ...(pod.initContainers ?? [])])
        expect(image).toBe(`fallwatch:${version}`);
  });
});

describe.skipIf(!hasKustomize)('rollouts', () => {
  test('a pod has the time that it needs to stop', () => {
    for (const { pod, main, config, name } of overlays.flatMap(listProcesses)) {
      // Its time would come before STOP_DELAY.
      expect(main.lifecycle?.preStop).toBeUndefined();
      const graceMs = (pod.terminationGracePeriodSeconds ?? 30) * 1000;
      expect(graceMs).toBeGreaterThan(stopMs(config));
      process.stdout.write(`proof: kubernetes: ${name} stops in at most ${stopMs(config)} of ${graceMs} ms\n`);
    }
  });

  test('a new pod is ready before an old one stops; without Redis there are never two', () => {
    for (const { deployment, config } of overlays.flatMap(listProcesses))
      expect(deployment.spec?.strategy).toEqual(
        config.redisUrl === null
          ? { type: 'Recreate' }
          : { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      );
  });

  test('each kind with several pods has a budget of one, and its pods start on different machines', () => {
    const manifests = readManifests('cluster');
    const deployments = select(manifests, 'Deployment');
    const budgets = select(manifests, 'PodDisruptionBudget');
    for (const deployment of deployments) {
      const labels = getLabels(deployment);
      const own = budgets.filter(({ spec }) => isSelected(labels, spec?.selector?.matchLabels));
      expect(own.map(({ spec }) => spec?.maxUnavailable)).toEqual((deployment.spec?.replicas ?? 1) > 1 ? [1] : []);
      const [machines] = getPod(deployment).topologySpreadConstraints ?? [];
      expect(machines).toMatchObject({
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'DoNotSchedule',
      });
      const counted = deployments.filter((other) => isSelected(getLabels(other), machines?.labelSelector?.matchLabels));
      expect(counted).toEqual([deployment]);
    }
    expect(budgets.length).toBe(3);
  });

  test('requests go to the processes with the role api, and to no others; a network policy covers every pod', () => {
    for (const overlay of overlays) {
      const [service] = select(readManifests(overlay), 'Service');
      const policies = select(readManifests(overlay), 'NetworkPolicy');
      const findSelector = (name: string) =>
        policies.find(({ metadata }) => metadata?.name === name)?.spec?.podSelector.matchLabels ?? { none: '' };
      for (const { deployment, config } of listProcesses(overlay)) {
        const isApi = config.roles.includes('api');
        expect(isSelected(getLabels(deployment), service?.spec?.selector)).toBe(isApi);
        expect(isSelected(getLabels(deployment), findSelector('fallwatch-api'))).toBe(isApi);
        expect(isSelected(getLabels(deployment), findSelector('fallwatch'))).toBe(true);
      }
    }
  });
});

test.skipIf(!hasKustomize)('a pod has no rights that it does not need', () => {
  for (const { pod } of overlays.flatMap(listProcesses)) {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String), memory: expect.any(String) } });
      expect(container.resources?.limits?.memory).toBeDefined();
    }
  }
});

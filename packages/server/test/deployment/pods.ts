/** The processes that the overlays of deploy/kubernetes describe, with the settings that the server gets in them. */
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Container, PodSpec } from 'kubernetes-types/core/v1.js';
import { type Config, loadConfig } from '../../src/config.js';
import { type Manifest, overlays, parseManifests, render, select } from './manifests.js';
import { type Settings, withSampleFiles } from './settings.js';

export const texts = Object.fromEntries(overlays.map((name) => [name, render(name)]));
export const hasKustomize = texts.small !== undefined;

export const readManifests = (name: string): Manifest[] => parseManifests(texts[name] ?? '');
export const getPod = ({ spec }: Deployment): PodSpec => spec?.template.spec as PodSpec;
export const getMainContainer = (deployment: Deployment): Container => getPod(deployment).containers[0] as Container;

/** As Kubernetes does: first envFrom, then env. */
function mergeSettings(deployment: Deployment, manifests: readonly Manifest[]): Settings {
  const maps = select(manifests, 'ConfigMap');
  const { envFrom = [], env = [] } = getMainContainer(deployment);
  const shared = envFrom.flatMap(({ configMapRef }) =>
    configMapRef ? [maps.find(({ metadata }) => metadata?.name === configMapRef.name)?.data] : [],
  );
  return Object.assign({}, ...shared, Object.fromEntries(env.map(({ name, value }) => [name, value])));
}

export interface Process {
  readonly name: string;
  readonly deployment: Deployment;
  readonly pod: PodSpec;
  readonly main: Container;
  readonly given: Settings;
  readonly settings: Settings;
  readonly config: Config;
}

export function listProcesses(overlay: string): Process[] {
  const manifests = readManifests(overlay);
  return select(manifests, 'Deployment').map((deployment) => {
    const given = mergeSettings(deployment, manifests);
    // Secrets get sample values.
    const settings = withSampleFiles(given);
    return {
      name: `${overlay} ${deployment.metadata?.name}`,
      deployment,
      pod: getPod(deployment),
      main: getMainContainer(deployment),
      given,
      settings,
      config: loadConfig(settings),
    };
  });
}

export const isSelected = (labels: Settings = {}, selector: Settings = {}): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

export const getLabels = ({ spec }: Deployment): Settings => spec?.template.metadata?.labels ?? {};

/** The manifests in deploy/kubernetes, rendered by kustomize and checked against the types of the Kubernetes API. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { ConfigMap, Service } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { repository } from './settings.js';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

export const overlays = ['small', 'cluster'] as const;
const overlayPath = (name: string): string => join(repository, 'deploy/kubernetes/overlays', name);

/** What kustomize prints. Undefined if it is not installed. */
export function render(name: string): string | undefined {
  const program = process.env.TEST_KUSTOMIZE ?? 'kustomize';
  const { error, status, stdout, stderr } = spawnSync(program, ['build', overlayPath(name)], { encoding: 'utf8' });
  if (error) return undefined;
  if (status !== 0 || stderr !== '') throw new Error(`kustomize ${name}: ${stderr}`);
  return stdout;
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS();
  });
}

interface Kinds {
  readonly Deployment: Deployment;
  readonly ConfigMap: ConfigMap;
  readonly Service: Service;
  readonly NetworkPolicy: NetworkPolicy;
  readonly PodDisruptionBudget: PodDisruptionBudget;
}

export const select = <Kind extends keyof Kinds>(manifests: readonly Manifest[], kind: Kind): Kinds[Kind][] =>
  manifests.filter((manifest) => manifest.kind === kind) as unknown as Kinds[Kind][];

const groups: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es5.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/**
 * Compiles each manifest as an object literal of its type: the compiler refuses unknown fields, missing ones and values
 * of another type. The types are generated from the OpenAPI document of Kubernetes.
 */
export function listTypeErrors(manifests: readonly Manifest[]): string[] {
  const path = join(repository, 'packages/server/test/deployment/rendered.ts');
  const lines = manifests.map(
    (manifest, index) =>
      `export const m${index}: import('kubernetes-types/${groups[manifest.apiVersion]}').${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  return ts.getPreEmitDiagnostics(ts.createProgram([path], options, host)).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    const { kind, metadata } = manifests[line] as Manifest;
    return `${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

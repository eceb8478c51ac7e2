import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FittedModel } from '../src/model/model.js';
import { findModel } from '../src/models/models.js';
import type { BodySite } from '../src/reading.js';
import type { InputKind } from '../src/state.js';
import { formatHeader } from './cSettings.js';
import { formatTables } from './cTables.js';

export type ExportedModel = {
  readonly name: string;
  readonly input: InputKind;
  readonly site: BodySite | 'unknown';
  readonly model: FittedModel;
};

export function listModels(): ExportedModel[] {
  return (['burst', 'peak', 'instant'] as const).flatMap((input) =>
    (['waist', 'wrist', 'unknown'] as const).map((site) => {
      const model = findModel(input, site);
      return { name: model.name, input, site, model };
    }),
  );
}

/** Writes the tables of a model and the hand-written sources from `sources` into one folder, complete for a compiler. */
export function writeSources({ input, model }: ExportedModel, sources: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(sources).filter((name) => /\.[ch]$/.test(name))) {
    copyFileSync(join(sources, file), join(folder, file));
  }
  writeFileSync(join(folder, 'fw_model.h'), formatHeader(input, model));
  writeFileSync(join(folder, 'fw_model.c'), formatTables(input, model));
}

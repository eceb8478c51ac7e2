import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const strict = ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', '-Wdouble-promotion'];

function listFiles(folder: string, end: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
}

/** Compiles the sources of a folder and `main` with gcc; returns the path of the program. */
export function compileProgram(folder: string, main: string, flags: readonly string[]): string {
  const program = join(folder, 'run-seconds');
  execFileSync('gcc', [...strict, ...flags, '-I', folder, ...listFiles(folder, '.c'), main, '-lm', '-o', program]);
  return program;
}

/** Bytes, compiled for size. The stack is an upper bound: the frames of all functions together, none is recursive. */
export type Size = {
  readonly code: number;
  readonly tables: number;
  readonly variables: number;
  readonly stack: number;
};

export function measureSize(folder: string, flags: readonly string[]): Size {
  const sources = listFiles(folder, '.c');
  execFileSync('gcc', [...strict, ...flags, '-Os', '-fstack-usage', '-c', ...sources], { cwd: folder });
  const objects = listFiles(folder, '.o').map((object) => ({ object, ...readSections(object) }));
  const tables = objects.find(({ object }) => object.endsWith('fw_model.o'))?.text ?? 0;
  const frames = listFiles(folder, '.su').flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  return {
    code: sum(objects.map(({ text }) => text)) - tables,
    tables,
    variables: sum(objects.map(({ data, bss }) => data + bss)),
    stack: sum(frames.map((line) => Number(line.split('\t')[1] ?? 0))),
  };
}

function readSections(object: string): { text: number; data: number; bss: number } {
  const line = execFileSync('size', [object], { encoding: 'utf8' }).split('\n')[1] ?? '';
  const [text = Number.NaN, data = Number.NaN, bss = Number.NaN] = line.trim().split(/\s+/).map(Number);
  return { text, data, bss };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

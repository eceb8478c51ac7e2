import { MantineProvider, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { cssVariables, theme } from './theme.js';
import { type Contrast, type Palette, palettes } from './tokens.js';

/** `auto`: as the device asks. */
export type ContrastChoice = 'auto' | 'high';

const kept = 'fallwatch.contrast';
const asked = window.matchMedia('(prefers-contrast: more)');
const watchers = new Set<() => void>();

export const contrastChoice = (): ContrastChoice => (localStorage.getItem(kept) === 'high' ? 'high' : 'auto');

export function chooseContrast(choice: ContrastChoice): void {
  localStorage.setItem(kept, choice);
  for (const watch of watchers) watch();
}

function watchContrast(watch: () => void): () => void {
  watchers.add(watch);
  asked.addEventListener('change', watch);
  return () => {
    watchers.delete(watch);
    asked.removeEventListener('change', watch);
  };
}

const contrastNow = (): Contrast => (asked.matches || contrastChoice() === 'high' ? 'high' : 'standard');

export const useContrast = (): Contrast => useSyncExternalStore(watchContrast, contrastNow);

/** Feeds the tokens to Mantine: light or dark, standard or high contrast. */
export function Look({ children }: { readonly children: ReactNode }) {
  const contrast = useContrast();
  useEffect(() => {
    document.documentElement.dataset.contrast = contrast;
  }, [contrast]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables[contrast]} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}

/** The colours themselves, for what is drawn on a canvas. Everything else uses the CSS variables. */
export const usePalette = (): Palette => palettes[useContrast()][useComputedColorScheme('light')];

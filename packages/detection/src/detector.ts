import { nextEpisode } from './episode.js';
import type { Evidence, Explanation } from './explanation.js';
import { type FallLevel, levelOf } from './level.js';
import { qualityOf } from './quality.js';
import type { Reading } from './reading.js';
import type { DetectorState, Episode, Slot } from './state.js';
import { summaryOf } from './summary.js';
import { accelG, turnRate } from './units.js';
import { type Judge, nothing, type Verdict } from './verdict.js';
import { advance } from './window.js';

export type Assessment = {
  readonly state: DetectorState;
  /** Strength of the evidence now, 0..1. */
  readonly confidence: number;
  readonly level: FallLevel;
  readonly explanation: Explanation;
  /** The event this assessment belongs to, with its running maximum; null when nothing is going on. */
  readonly episode: Episode | null;
  /** When a candidate stands undecided: the moment at which silence of the device becomes an alarm. Else null. */
  readonly silenceDueAtMs: number | null;
};

/** One version of the detector, so that a fall can be replayed on another. */
export type Detector = {
  readonly version: string;
  readonly assess: (state: DetectorState | undefined, reading: Reading, atMs: number) => Assessment;
  /** What a device's silence amounts to at `atMs`: undefined unless a candidate stood and 10 s have passed since. */
  readonly assessSilence: (state: DetectorState, atMs: number) => Assessment | undefined;
};

/** An impact that turns this fast is seen in falls and in blows, hardly ever in walking, sitting or lying down. */
const extremeG = 4;
const extremeTurnRate = 300;
/** In the middle of POTENTIAL: a fixed rule decided, not a calibrated model. */
const ruledConfidence = 0.6;
/** A device silent for this long after an impact may have been broken by it, and its wearer with it. */
const silenceMs = 10_000;

export function detectorOf(version: string, judge: Judge): Detector {
  return {
    version,
    assess(state, reading, atMs) {
      const advanced = advance(state, reading, atMs);
      return assessment(version, advanced, judged(advanced, judge), advanced.atMs);
    },
    assessSilence(state, atMs) {
      if (atMs - state.atMs < silenceMs) return undefined;
      const { confidence, evidence } = judged(state, judge);
      if (levelOf(confidence) !== 'SUSPICIOUS') return undefined;
      const silence: Evidence = {
        feature: 'silent_for',
        value: Math.floor((atMs - state.atMs) / 1_000),
        unit: 's',
        weight: 0,
      };
      return assessment(version, state, { confidence: ruledConfidence, evidence: [...evidence, silence] }, atMs);
    },
  };
}

function assessment(version: string, state: DetectorState, verdict: Verdict, atMs: number): Assessment {
  const confidence = Math.round(verdict.confidence * 10_000) / 10_000;
  const level = levelOf(confidence);
  const episode = nextEpisode(state.episode, confidence, atMs);
  return {
    state: episode === state.episode ? state : { ...state, episode },
    confidence,
    level,
    explanation: {
      summary: summaryOf(level, verdict.evidence),
      evidence: verdict.evidence,
      dataQuality: qualityOf(state),
      detectorVersion: version,
    },
    episode,
    silenceDueAtMs: level === 'SUSPICIOUS' ? atMs + silenceMs : null,
  };
}

function judged(state: DetectorState, judge: Judge): Verdict {
  const verdict = judge(state);
  const alone = atOnce(state.slots.at(-1));
  return alone.confidence > verdict.confidence ? alone : verdict;
}

/**
 * An instant once a second rarely catches a knock by chance: one of 4 g that turns at 300 °/s is POTENTIAL without
 * waiting for what comes after. Peak-hold and bursts catch every knock, and wait for the evidence.
 */
function atOnce(slot: Slot | undefined): Verdict {
  if (slot === undefined || slot.input !== 'instant') return nothing;
  const impact = accelG(slot);
  const turn = turnRate(slot);
  if (impact < extremeG || turn < extremeTurnRate) return nothing;
  const evidence: Evidence[] = [
    { feature: 'impact', value: Math.round(impact * 10) / 10, unit: 'g', weight: 0 },
    { feature: 'rotation', value: Math.round(turn), unit: '°/s', weight: 0 },
  ];
  return { confidence: ruledConfidence, evidence };
}

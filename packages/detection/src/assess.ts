import { nextEpisode } from './episode.js';
import type { DataQuality, Evidence, Explanation, QualityNote } from './explanation.js';
import { type FallLevel, levelOf } from './level.js';
import type { Reading } from './reading.js';
import type { DetectorState, Episode, Slot } from './state.js';
import { summaryOf } from './summary.js';
import { judgeByThreshold, magnitudeG, turnDegreesPerSecond, type Verdict } from './threshold.js';
import { advance } from './window.js';

export const detectorVersion = 'threshold-1';

export type Assessment = {
  readonly state: DetectorState;
  /** Strength of the evidence now, 0..1. */
  readonly confidence: number;
  readonly level: FallLevel;
  readonly explanation: Explanation;
  /** The event this assessment belongs to, with its running maximum; null when nothing is going on. */
  readonly episode: Episode | null;
  /** When a candidate stands: the moment at which silence of the device becomes an alarm. Else null. */
  readonly silenceDueAtMs: number | null;
};

/** Resting 1 m/s² for this many readings in a row is a unit, not a fall. */
const readingsToSuspectG = 3;
/** An impact nobody walks away from at leisure: see `atOnce`. */
const extremeG = 4;
const extremeDegreesPerSecond = 300;
const atOnceConfidence = 0.6;
/** A device that goes silent for this long after an impact may have been broken by it. */
const silenceMs = 10_000;

/** Assesses one reading. Pure: the clock is `atMs` (arrival), the memory is `state`, neither is changed. */
export function assess(state: DetectorState | undefined, reading: Reading, atMs: number): Assessment {
  const advanced = advance(state, reading, atMs);
  const verdict = judge(advanced);
  const confidence = Math.round(verdict.confidence * 10_000) / 10_000;
  const episode = nextEpisode(advanced.episode, confidence, atMs);
  const level = levelOf(confidence);
  return {
    state: episode === advanced.episode ? advanced : { ...advanced, episode },
    confidence,
    level,
    explanation: explain(advanced, verdict, level),
    episode,
    silenceDueAtMs: verdict.evidence.length > 0 && confidence <= 0.5 ? atMs + silenceMs : null,
  };
}

function judge(state: DetectorState): Verdict {
  if (state.looksLikeG >= readingsToSuspectG) return { confidence: 0, evidence: [] };
  const latest = state.slots.at(-1);
  const verdict = judgeByThreshold(state.slots);
  const alone = latest === undefined ? undefined : atOnce(latest);
  return alone !== undefined && alone.confidence > verdict.confidence ? alone : verdict;
}

/**
 * An instant once a second rarely catches a knock by chance: one of 4 g that turns at 300 °/s is POTENTIAL without
 * waiting for what comes after. Peak-hold and bursts catch every knock, and wait for the evidence.
 */
function atOnce(slot: Slot): Verdict | undefined {
  const impact = magnitudeG(slot);
  const turn = turnDegreesPerSecond(slot);
  if (slot.input !== 'instant' || impact < extremeG || turn < extremeDegreesPerSecond) return undefined;
  const evidence: Evidence[] = [
    { feature: 'impact', value: Math.round(impact * 10) / 10, unit: 'g', weight: 0 },
    { feature: 'rotation', value: Math.round(turn), unit: '°/s', weight: 0 },
  ];
  return { confidence: atOnceConfidence, evidence };
}

function explain(state: DetectorState, verdict: Verdict, level: FallLevel): Explanation {
  return {
    summary: summaryOf(level, verdict.evidence),
    evidence: verdict.evidence,
    dataQuality: qualityOf(state),
    detectorVersion,
  };
}

function qualityOf(state: DetectorState): DataQuality {
  const latest = state.slots.at(-1);
  const notes: QualityNote[] = [];
  if (latest !== undefined && latest.turn < 0) notes.push('NO_GYROSCOPE');
  if (state.looksLikeG >= readingsToSuspectG) notes.push('LOOKS_LIKE_G');
  if (state.slots.length < 3) notes.push('SHORT_HISTORY');
  return { input: latest?.input ?? 'instant', bodySite: state.site, notes };
}

import { findChange, nextAftermath } from './aftermath.js';
import { judgeAtOnce, ruledConfidence } from './atOnce.js';
import { nextEpisode } from './episode.js';
import type { DataQuality, Evidence, Explanation } from './explanation.js';
import { type FallLevel, toAction, toLevel } from './level.js';
import { assessQuality } from './quality.js';
import type { Reading } from './reading.js';
import type { AftermathChange, DetectorState, Episode } from './state.js';
import { summarize } from './summary.js';
import type { Judge, Verdict } from './verdict.js';
import { advance } from './window.js';

export type Assessment = {
  readonly state: DetectorState;
  /** Strength of the evidence now, 0..1. */
  readonly confidence: number;
  readonly level: FallLevel;
  readonly explanation: Explanation;
  /** The episode that this assessment belongs to, with its running maximum; null if there is none. */
  readonly episode: Episode | null;
  /** If a candidate is undecided (SUSPICIOUS): the time at which silence of the device becomes an alert. Else null. */
  readonly silenceDueAtMs: number | null;
  /** What the wearer does after a fall, if it is something else than before; null in nearly every assessment. */
  readonly aftermathChange: AftermathChange | null;
};

/** One version of the detector; a fall can be replayed on another. */
export type Detector = {
  readonly version: string;
  readonly assess: (state: DetectorState | undefined, reading: Reading, atMs: number) => Assessment;
  /** Assesses silence of a device at `atMs`: undefined unless a candidate is undecided and 10 s have passed. */
  readonly assessSilence: (state: DetectorState, atMs: number) => Assessment | undefined;
};

/** A device that is silent for this long after an impact may be broken, and its wearer may be hurt. */
const silenceMs = 10_000;

export function createDetector(version: string, judge: Judge): Detector {
  return {
    version,
    assess(state, reading, atMs) {
      const advanced = advance(state, reading, atMs);
      return withAftermath(state, assessment(version, advanced, judged(advanced, judge), advanced.atMs));
    },
    assessSilence(state, atMs) {
      if (atMs - state.atMs < silenceMs) return undefined;
      const { confidence, evidence } = judged(state, judge);
      if (toLevel(confidence) !== 'SUSPICIOUS') return undefined;
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
  const level = toLevel(confidence);
  const episode = nextEpisode(state.episode, confidence, atMs);
  return {
    state: episode === state.episode ? state : { ...state, episode },
    confidence,
    level,
    explanation: explain(version, level, verdict, assessQuality(state)),
    episode,
    silenceDueAtMs: level === 'SUSPICIOUS' ? atMs + silenceMs : null,
    aftermathChange: null,
  };
}

/** By quality: the explanations of quiet seconds are equal, so nearly every reading shares one of nine objects. */
const quietExplanations = new WeakMap<DataQuality, Explanation>();

function explain(version: string, level: FallLevel, verdict: Verdict, dataQuality: DataQuality): Explanation {
  const { evidence, limitedBy } = verdict;
  const isQuiet =
    level === 'NO_FALL' && evidence.length === 0 && limitedBy === undefined && dataQuality.notes.length === 0;
  const known = isQuiet ? quietExplanations.get(dataQuality) : undefined;
  if (known?.detectorVersion === version) return known;
  const explanation = {
    summary: summarize(level, evidence, limitedBy),
    evidence,
    ...(limitedBy === undefined ? {} : { limitedBy }),
    dataQuality,
    detectorVersion: version,
  };
  if (isQuiet) quietExplanations.set(dataQuality, explanation);
  return explanation;
}

/** Nearly every reading has no fall to follow: then nothing is copied. */
function withAftermath(previous: DetectorState | undefined, assessed: Assessment): Assessment {
  const { state, level } = assessed;
  const action = toAction(level);
  const alerts = action !== 'none' && action !== 'log';
  if (state.aftermath === null && !alerts) return assessed;
  const aftermath = nextAftermath(previous, state, alerts);
  if (aftermath === state.aftermath) return assessed;
  return { ...assessed, state: { ...state, aftermath }, aftermathChange: findChange(state.aftermath, aftermath) };
}

function judged(state: DetectorState, judge: Judge): Verdict {
  const verdict = judge(state);
  const alone = judgeAtOnce(state.slots);
  return alone.confidence > verdict.confidence ? alone : verdict;
}

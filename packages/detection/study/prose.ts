import type { Results } from './results.js';

export const opening = `# Detection: what it measures, on which data, with what result

Written by \`npm run evaluate\`; the figures come from that run, except the table of what was tried and the speeds, which
were noted from runs of the same code. The recordings are not part of this repository: the
study reads them from \`FALL_DATA_DIR\` (default \`../shared/fall-data\`), in the form described under Sources.

**Every fall here was simulated by a volunteer, nearly all of them young.** Published tests of other detectors on real
falls lose 15 to 40 points of sensitivity against simulated ones. Read the figures as a comparison between methods on
the same recordings, not as a promise for a living room.
`;

export function method(results: Results): string {
  return `## How it was measured

- A trial is sent as a device would send it, one request a second, from two request phases drawn by the seed. An alarm
  is a confidence above 0.50 (POTENTIAL) at any request; a fall counts as found only by an alarm after its impact. A
  false alarm is an episode, alarms within 10 s merged.
- **No subject is on both sides.** SisFall: 10 folds grouped by subject. WEDA-FALL: one subject left out at a time,
  the rest of the wrist mix training every fold. Instants, whose rows are the most, in 5 grouped folds on both sets:
  less to learn from, so if anything a little worse. Calibration (Platt) is fitted inside the training subjects on inner
  folds, on what people see: the largest score of each fall and of each quarter minute without one.
- **Trained on**: waist: SisFall, also as a 20 Hz device would send it. Wrist: WEDA-FALL (also at 20 Hz), UMAFall,
  DSADS (right wrist, weight 0.6), and WEDA-FALL's table blows and claps made 1.2 to 2 times as violent, with and without
  4 s of stillness after them (weight 0.25, for the trees only). Site unknown: both.
- **Only tested on, never trained on, never chosen by**: Kiel, Pixel Watch, SP/SW HAR, SPAR, UTD-MHAD, MobiAct. They
  were run once the detector stood.
- The feature list, the mix and the number of trees were chosen while looking at held-out folds of WEDA-FALL, UMAFall,
  DSADS and SisFall: expect a point or so of optimism there. "Across sets" leaves a whole set out of training, but that
  set was among those looked at.
- Three inputs: **burst** (all samples of the second, brought to 25 Hz), **peak** (the second's largest sample),
  **instant** (one sample, whatever it catches).
- The model: a candidate is a second of at least 1.5 g that its neighbours do not outdo (an instant: any movement),
  followed for five seconds. 40 features of a burst, 17 of single readings; one logistic regression per age of the
  candidate and 160 boosted trees of depth 3, the mean of both logits, then Platt. Before two seconds have passed the
  evidence is shown but capped at 0.50; an instant is capped at 0.89.
- Beyond the study this grew from, eleven features look at what tells a blow from a fall: whether the impact pushed
  upwards or sideways, how wide its pulse is, how many others surround it, how far the arm turned before and after it,
  how fast and how far the device went down before it (gravity carried along by the gyroscope), how much of the time
  after it was calm.
- The whole run took about ${results.minutes.toFixed(0)} minutes, on one core shared with other work.
`;
}

export function limits(results: Results): string {
  const soft = results.softFaller['waist-burst'];
  return `## Limits, in plain words

- No real fall of an older person is in any of these sets. FARSEEING would be the test that matters; it is given out
  only on request to its consortium.
- Soft, controlled falls are the weak spot: of SE06's falls at the waist ${soft === undefined ? 'n/a' : soft.toFixed(2)} were found with bursts. He is one person.
- Rolling over in bed and dropping onto a bed resemble a fall at the waist: impact, another posture, stillness. A rule
  that knows the wearer was lying before needs the direction of «upright», which this detector does not learn yet.
- Vigorous applause, blows on the device and arm gestures that end in stillness are the wrist's false alarms. One sample
  a second (peak) cannot see a pulse's shape, so it has no defence but the moments around it.
- An instant once a second sees the impact by luck. It finds falls mostly by the change of posture and cannot honestly
  be CONFIRMED.
- A sensor that clips at ±2 g hides the impact: the order of the scores holds, the threshold does not. Devices need ±8 g.
- SisFall and UMAFall give the impact as the largest peak of the trial, not as a label made by a person. Trials are clips
  of 6 to 100 s, not days; false alarms per hour of scripted acts are not false alarms per hour of life.
- The two request phases of a trial are not independent; confidence intervals must use the number of trials, half of
  the counts above.

### Worked cases of the study

${parityProse(results)}
`;
}

function parityProse({ parity }: Results): string {
  if (parity === null) return 'The worked cases were not at hand in this run.';
  const { rows, agreeing, differing, worstConfidence, meanConfidence } = parity;
  return `Of the features of the study's worked cases (${rows} rows) ${agreeing} agree to 1e-5. ${differing.length} differ (${differing.join(', ')})
because the study cut their windows in the middle of a 25 Hz sample and this detector does not. With the study's own
models on these features the confidence differs by ${meanConfidence.toFixed(4)} on average and by ${worstConfidence.toFixed(3)} at most.`;
}

export const sources = `## Speed and memory

\`npm run speed -w @fallwatch/detection\`, processor time on a 2-core machine: a plain reading 0.6 µs for a wearer who sits
and 3.3 µs for one who never rests, a peak-hold reading 1.8 µs, a burst of 50 samples 7 to 31 µs; no growth of memory over
a million readings. The state of a device packs into at most 130 bytes without bursts and 3.7 kB with them.

## Sources

No recording is part of this repository; only fitted models and measured figures are. Ask the authors before passing
recordings on.

- SisFall: Sucerquia, López, Vargas-Bonilla, Sensors 2017, 17:198.
- WEDA-FALL: Marques, Moreno, Sensors 2023, 23:1146.
- UMAFall: Casilari, Santoyo-Ramón, Cano-García, Procedia Computer Science 2017, 110:32.
- DSADS: Altun, Barshan, Tunçel, Pattern Recognition 2010, 43:3605.
- Kiel: Warmerdam et al., Sensors 2021, 21:5833. SP/SW HAR: Matey-Sanz, Casteleyn, Granell, Data in Brief 2023, 109809.
- SPAR: Burns et al., University of Toronto. UTD-MHAD: Chen, Jafari, Kehtarnavaz, ICIP 2015. Pixel Watch:
  CPS-Healthcare/Eating-Monitoring. MobiAct: Vavoulas et al., ICT4AWE 2016.

Form of the data: a folder per set, a gzip file of JSON lines per subject, a trial per line: \`id, subject, group, site,
code, trial, fall, impact_s\` and the signals \`ax ay az\` (m/s², gravity included) and \`gx gy gz\` (°/s) at 50 Hz.

## Run it again

\`\`\`
npm run train -w @fallwatch/detection      # fits the nine models into packages/detection/src/models
npm run evaluate                           # writes this page
npm run evaluate -- --check                # the same, and fails when a promise above does not hold
npm run evaluate -- --check --subset       # a fixed part in under five minutes; writes nothing
\`\`\`
`;

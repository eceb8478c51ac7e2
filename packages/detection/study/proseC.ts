/** Constant text: the figures are those of `npm run compare:c`, copied. */
export const cDetector = `## The detector in C

For microcontrollers the nine models exist as C99 without allocation: [packages/detection/c](../packages/detection/c/README.md).
\`npm run compare:c -w @fallwatch/detection\` compiles them with gcc, runs them on all recordings, in two request phases,
and compares each request with \`assess\`. Each model gets the recordings of its site, \`unknown\` those of every site. The
recordings are those under Sources and SmartFallMM (Texas State University); both detectors get their values in
the units of the C interface.

**3,077,793 requests: every level is equal, and no confidence differs by more than 0.0001**, which is one unit of its last digit.

| model | features in | requests | levels that differ | largest difference of confidence | code | tables | state | stack at most | µs per second |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| burst-waist | float | 184,125 | 0 | 0.0001 | 8,093 | 13,208 | 6,100 | 1,976 | 5.52 |
| burst-wrist | float | 299,179 | 0 | 0.0001 | 8,093 | 13,208 | 6,100 | 1,976 | 6.47 |
| burst-unknown | float | 542,627 | 0 | 0.0001 | 8,093 | 13,208 | 6,100 | 1,976 | 5.71 |
| peak-waist | double | 184,125 | 0 | 0.0001 | 3,549 | 11,888 | 88 | 1,000 | 0.36 |
| peak-wrist | double | 299,179 | 0 | 0.0001 | 3,549 | 11,888 | 88 | 1,000 | 0.30 |
| peak-unknown | double | 542,627 | 0 | 0.0001 | 3,549 | 11,888 | 88 | 1,000 | 0.34 |
| instant-waist | double | 184,125 | 0 | 0.0001 | 3,858 | 11,888 | 88 | 1,000 | 0.94 |
| instant-wrist | double | 299,179 | 0 | 0.0001 | 3,858 | 11,888 | 88 | 1,000 | 1.01 |
| instant-unknown | double | 542,627 | 0 | 0.0001 | 3,858 | 11,888 | 88 | 1,000 | 0.99 |

Sizes in bytes, gcc 12 for x86-64 with \`-Os\`; code and tables belong in flash memory. The code does not include the
functions of the mathematical library. The stack is the sum of the frames of all functions. Times are processor time
with \`-O2\` on a 2-core machine shared with other work, mean over all requests. Nothing was measured on a
microcontroller.

With the other type of the features:

| model | features in | levels that differ | confidences that differ by more than 0.0001 | largest difference |
| --- | --- | --- | --- | --- |
| burst-waist | double | 0 | 0 | 0.0001 |
| burst-wrist | double | 0 | 0 | 0.0001 |
| burst-unknown | double | 0 | 0 | 0.0001 |
| peak-waist | float | 0 | 2 | 0.0148 |
| peak-wrist | float | 0 | 8 | 0.0015 |
| peak-unknown | float | 0 | 4 | 0.0053 |
| instant-waist | float | 2 | 5 | 0.0793 |
| instant-wrist | float | 1 | 12 | 0.0250 |
| instant-unknown | float | 3 | 11 | 0.1252 |

In all 42 cases a value is so near the threshold of a tree that \`float\` puts it on the other side: 1.00591994 becomes
1.00592005 at the threshold 1.00592. Most are deviations from 1 g, which lose digits when 1 is subtracted, and mean
rotations exactly on a threshold (5 °/s). The type of the features was chosen for each input by this comparison: bursts
in \`float\` had no such case on these recordings, on other data it can happen.
`;

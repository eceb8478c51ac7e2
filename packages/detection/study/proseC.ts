/** Constant text: the figures are those of `npm run compare:c`, copied. */
export const cDetector = `## The detector in C

For microcontrollers the nine models exist as C99 without allocation: [packages/detection/c](../packages/detection/c/README.md).
\`npm run compare:c -w @fallwatch/detection\` compiles them with gcc, runs them on all recordings, in two request phases,
and compares each request with \`assess\`. Each model gets the recordings of its site, \`unknown\` those of every site. The
recordings are those under Sources and SmartFallMM (Texas State University); both detectors get their values in
the units of the C interface.

**3,077,793 requests: every level is equal, and no confidence differs by more than 0.0001**, which is one unit of its last digit.

| model | requests | levels that differ | largest difference of confidence | code | tables | state | stack at most | µs per second |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| burst-waist | 184,125 | 0 | 0.0001 | 8,333 | 13,208 | 8,504 | 2,080 | 6.33 |
| burst-wrist | 299,179 | 0 | 0.0001 | 8,635 | 13,208 | 8,504 | 2,080 | 5.24 |
| burst-unknown | 542,627 | 0 | 0.0001 | 8,635 | 13,208 | 8,504 | 2,080 | 6.11 |
| peak-waist | 184,125 | 0 | 0.0001 | 3,616 | 11,888 | 88 | 1,008 | 0.32 |
| peak-wrist | 299,179 | 0 | 0.0001 | 3,616 | 11,888 | 88 | 1,008 | 0.33 |
| peak-unknown | 542,627 | 0 | 0.0001 | 3,616 | 11,888 | 88 | 1,008 | 0.30 |
| instant-waist | 184,125 | 0 | 0.0001 | 4,048 | 11,888 | 88 | 1,008 | 0.91 |
| instant-wrist | 299,179 | 0 | 0.0001 | 4,048 | 11,888 | 88 | 1,008 | 1.05 |
| instant-unknown | 542,627 | 0 | 0.0001 | 4,048 | 11,888 | 88 | 1,008 | 1.04 |

Sizes in bytes, gcc 12 for x86-64 with \`-Os\`; code and tables belong in flash memory. The code does not include the
functions of the mathematical library. The stack is the sum of the frames of all functions. Times are processor time
with \`-O2\` on a 2-core machine shared with other work, mean over all requests. Nothing was measured on a
microcontroller.

With features in \`float\` (\`-DFW_FLOAT=1\`):

| model | levels that differ | confidences that differ by more than 0.0001 | largest difference | state | µs per second |
| --- | --- | --- | --- | --- | --- |
| burst-waist | 0 | 0 | 0.0001 | 6,100 | 5.95 |
| burst-wrist | 0 | 0 | 0.0001 | 6,100 | 5.07 |
| burst-unknown | 0 | 2 | 0.0004 | 6,100 | 6.05 |
| peak-waist | 0 | 1 | 0.0170 | 88 | 0.31 |
| peak-wrist | 0 | 0 | 0.0001 | 88 | 0.28 |
| peak-unknown | 0 | 4 | 0.0138 | 88 | 0.27 |
| instant-waist | 1 | 8 | 0.0212 | 88 | 0.89 |
| instant-wrist | 0 | 9 | 0.0099 | 88 | 0.98 |
| instant-unknown | 3 | 11 | 0.1027 | 88 | 1.03 |

In all 35 cases a value is so near the threshold of a tree that \`float\` puts it on the other side. Most are deviations
from 1 g, which lose digits when 1 is subtracted, and mean rotations exactly on a threshold (5 °/s).
`;

/** Debian's libfaketime: a process started with these variables sees another time of day. */
const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
export const faketimeLibrary = `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** `+1h`, `-1h`. Time passes at its normal speed: only the clock is wrong. */
export function wrongBy(shift: string): Record<string, string> {
  return {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME: shift,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

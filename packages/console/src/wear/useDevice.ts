import {
  type DeviceState,
  FallwatchDevice,
  IndexedDbBuffer,
  type Question,
  type WearerAnswer,
} from '@fallwatch/device';
import { useEffect, useRef, useState } from 'react';
import { followMotion, type Movement } from './motion.js';
import { phoneCredentials, readPhone } from './phone.js';

/** A question on the screen, with the end of its countdown by this phone's clock. */
export interface Asked {
  readonly endsAtMs: number;
  readonly questions: readonly Question[];
}

export interface Wearing {
  /** Undefined until the device has started. */
  readonly state: DeviceState | undefined;
  /** Undefined in the first second. */
  readonly movement: Movement | undefined;
  readonly asked: Asked | undefined;
  /** The answer to the last question, until it is closed or the next question comes. */
  readonly answered: WearerAnswer | undefined;
  /** Answers all open questions: the wearer answers for the moment, not for one of several falls. */
  readonly answer: (answer: WearerAnswer) => Promise<void>;
  readonly close: () => void;
}

const buffer = new IndexedDbBuffer('fallwatch-phone');

/** Reads motion and sends it, while rendered. */
export function useDevice(battery: number | undefined): Wearing {
  const [state, setState] = useState<DeviceState>();
  const [movement, setMovement] = useState<Movement>();
  const [asked, setAsked] = useState<Asked>();
  const [answered, setAnswered] = useState<WearerAnswer>();
  const latestBattery = useRef(battery);
  latestBattery.current = battery;
  useEffect(() => {
    const device = new FallwatchDevice({
      baseUrl: window.location.origin,
      deviceId: readPhone().macAddress,
      credentials: phoneCredentials,
      bodySite: 'waist',
      buffer,
      describe: () => describe(latestBattery.current),
      onState: setState,
      onQuestion: (question) => {
        setAnswered(undefined);
        setAsked((before) => addQuestion(before, question, Date.now()));
      },
      onDeadline: (_, expiresInMs) => setAsked((before) => before && endBy(before, Date.now() + expiresInMs)),
    });
    const stop = followMotion({ onSample: (sample) => void device.addSample(sample), onMovement: setMovement });
    void device.start().then(() => setState(device.state));
    return () => {
      stop();
      void device.stop();
    };
  }, []);
  const answer = async (given: WearerAnswer): Promise<void> => {
    await Promise.all((asked?.questions ?? []).map((question) => question.answer(given)));
    setAsked(undefined);
    setAnswered(given);
  };
  const close = (): void => {
    setAsked(undefined);
    setAnswered(undefined);
  };
  return { state, movement, asked, answered, answer, close };
}

function describe(battery: number | undefined) {
  return { firmware_version: 'browser', ...(battery === undefined ? {} : { battery_level: battery }) };
}

function addQuestion(before: Asked | undefined, question: Question, nowMs: number): Asked {
  const endsAtMs = nowMs + question.expiresInMs;
  if (!before) return { endsAtMs, questions: [question] };
  return endBy({ ...before, questions: [...before.questions, question] }, endsAtMs);
}

/** The first countdown to end counts. */
function endBy(asked: Asked, endsAtMs: number): Asked {
  return { ...asked, endsAtMs: Math.min(asked.endsAtMs, endsAtMs) };
}

/** More than the buffer holds. */
const all = 100_000;

/** The readings belong to the person whose credential is being forgotten. */
export async function deleteBuffered(): Promise<void> {
  const left = await buffer.list(all);
  await buffer.delete(left.map(({ id }) => id));
}

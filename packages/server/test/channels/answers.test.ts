import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from '../faults/say.js';
import { isFull } from '../faults/size.js';
import { freePort, send } from '../processes/process.js';
import { createWard, postFall, type Ward } from './ward.js';

/** Programs that open every link of a mail answer nothing, and a token cannot be guessed. */
const prefetches = 1_000;
const guesses = isFull ? 100_000 : 5_000;

let ward: Ward;
beforeAll(async () => {
  ward = await createWard('answers_channels', { port: await freePort(), env: {}, readingsPerSecond: 0 });
});
afterAll(() => ward?.close());

async function makeToken() {
  const { patient, caregiver } = await ward.people.addPair({
    kind: 'email',
    address: `${randomBytes(4).toString('hex')}@example.test`,
  });
  const fall = await postFall(ward.base, patient);
  return { fall, caregiver, token: await ward.people.createAnswerToken(fall.id, caregiver) };
}

test(`${prefetches} GET and HEAD requests of a link acknowledge nothing`, async () => {
  const { fall, token } = await makeToken();
  const paths = [
    '/answer',
    `/answer?token=${token}`,
    `/answer/${token}`,
    '/api/answers',
    `/api/answers?token=${token}&answer=ON_IT`,
    `/api/answers/read?token=${token}`,
  ];
  for (let turn = 0; turn < prefetches; turn += 1) {
    const path = paths[turn % paths.length] as string;
    await fetch(`http://127.0.0.1:${new URL(ward.base).port}${path}`, { method: turn % 2 ? 'HEAD' : 'GET' });
  }
  const acknowledged = await ward.people.handledAt(fall.id);
  say(
    'prefetching GET and HEAD requests of an answer link',
    `${prefetches} requests, ${acknowledged === undefined ? 0 : 1} acknowledgements`,
  );
  expect(acknowledged).toBeUndefined();
  // The token is still good.
  const { body } = await send(ward.base, 'POST', '/answers', { token, answer: 'ON_IT' });
  expect(body.data).toMatchObject({ state: 'MINE' });
});

test(`${guesses} guessed tokens are refused alike, and disclose nothing`, async () => {
  const { fall } = await makeToken();
  const answers = new Set<string>();
  const inParallel = 20;
  for (let turn = 0; turn < guesses; turn += inParallel)
    await Promise.all(
      Array.from({ length: inParallel }, async (_, index) => {
        const token = randomBytes(16).toString('base64url');
        const path = index % 2 ? '/answers' : '/answers/read';
        const { status, body } = await send(ward.base, 'POST', path, {
          token,
          ...(index % 2 ? { answer: 'ON_IT' } : {}),
        });
        answers.add(`${status} ${JSON.stringify(body)}`);
      }),
    );
  say(
    'guessed answer tokens',
    `${guesses} guesses, ${answers.size} kind of answer: ${[...answers].map((one) => one.slice(0, 3)).join(', ')}`,
  );
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^404 /);
  expect(await ward.people.handledAt(fall.id)).toBeUndefined();
});

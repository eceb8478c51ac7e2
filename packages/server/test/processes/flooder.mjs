/**
 * Reports falls as fast as it is answered, in its own process, so that it does not slow the measurements down.
 * Arguments: the API's base, requests in flight for each token, falls for each token, confidence, tokens. Prints the
 * number of accepted falls as JSON when done or asked to end.
 */
import { Agent, request } from 'node:http';

const [base, inFlight, falls, confidence, ...tokens] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(inFlight) * tokens.length });
const body = JSON.stringify({ confidence: Number(confidence) });
const counts = { accepted: 0, refused: 0 };
let isOver = false;

function fall(token) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const asked = request(`${base}/falls`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        counts[response.statusCode === 201 ? 'accepted' : 'refused'] += 1;
        resolve();
      });
    });
    asked.once('error', () => {
      counts.refused += 1;
      resolve();
    });
    asked.end(body);
  });
}

async function flood(token) {
  let left = Number(falls);
  const lane = async () => {
    while (left > 0 && !isOver) {
      left -= 1;
      await fall(token);
    }
  };
  await Promise.all(Array.from({ length: Number(inFlight) }, lane));
}

process.once('SIGTERM', () => {
  isOver = true;
});
const startedAt = performance.now();
await Promise.all(tokens.map(flood));
agent.destroy();
process.stdout.write(JSON.stringify({ ...counts, seconds: (performance.now() - startedAt) / 1_000 }));

import { describe, expect, test } from 'vitest';
import { fallMessage as message } from '../../../test/contacts.js';
import { toGotifyRequest, toNtfyRequest, toRelayResult } from './relays.rules.js';

describe('ntfy', () => {
  test('gets JSON at the root of the server, with buttons that answer', () => {
    const to = { address: 'https://ntfy.test/base/secret-topic', secrets: { token: 'tk_1' } };
    expect(toNtfyRequest(to, message, 'https://care.test')).toEqual({
      url: 'https://ntfy.test/base',
      headers: { authorization: 'Bearer tk_1' },
      body: {
        topic: 'secret-topic',
        title: 'R.H. has fallen',
        message: 'Just now.',
        priority: 5,
        tags: ['rotating_light'],
        click: 'https://care.test/answer#abc',
        actions: [
          {
            action: 'http',
            label: 'I’m on it',
            url: 'https://care.test/api/answers',
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"token":"abc","answer":"ON_IT"}',
            clear: true,
          },
          {
            action: 'http',
            label: 'I can’t',
            url: 'https://care.test/api/answers',
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"token":"abc","answer":"CANNOT"}',
            clear: true,
          },
        ],
      },
    });
  });

  test('gets a code without buttons', () => {
    const { headers, body } = toNtfyRequest(
      { address: 'https://ntfy.test/topic', secrets: {} },
      { ...message, answer: null, severity: 'LOW' },
      'https://care.test',
    );
    expect(headers).toEqual({});
    expect(body).toEqual({
      topic: 'topic',
      title: 'R.H. has fallen',
      message: 'Just now.',
      priority: 3,
      tags: ['rotating_light'],
    });
  });
});

test('Gotify gets the application token as a header, and the link as Markdown', () => {
  const to = { address: 'https://gotify.test/', secrets: { token: 'A1' } };
  expect(toGotifyRequest(to, { ...message, severity: 'CRITICAL' })).toEqual({
    url: 'https://gotify.test/message',
    headers: { 'x-gotify-key': 'A1' },
    body: {
      title: 'R.H. has fallen',
      message: 'Just now.\n\n[I’m on it / I can’t](https://care.test/answer#abc)',
      priority: 10,
      extras: {
        'client::display': { contentType: 'text/markdown' },
        'client::notification': { click: { url: 'https://care.test/answer#abc' } },
      },
    },
  });
});

describe('the result', () => {
  test.each([
    [200, { status: 'accepted' }],
    [500, { status: 'failed', reason: 'The server answered 500' }],
    [429, { status: 'failed', reason: 'The server answered 429' }],
    [401, { status: 'unreachable', reason: 'The server answered 401' }],
    [404, { status: 'unreachable', reason: 'The server answered 404' }],
  ])('of an answer %i', (status, expected) => {
    expect(toRelayResult({ kind: 'answered', status })).toEqual(expected);
  });

  test('without an answer', () => {
    expect(toRelayResult({ kind: 'failed', reason: 'No answer within 5 s' })).toMatchObject({ status: 'failed' });
    expect(toRelayResult({ kind: 'refused', reason: 'private' })).toMatchObject({ status: 'unreachable' });
  });
});

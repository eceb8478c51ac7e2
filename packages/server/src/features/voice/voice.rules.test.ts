import { describe, expect, test } from 'vitest';
import { fallMessage } from '../../../test/contacts.js';
import { describeEnd, toAnswer, toBaresipFiles, toSipUri, toSpeech, wordAnswered } from './voice.rules.js';

describe('what is said', () => {
  test('begins with the sender and ends with the keys', () => {
    expect(toSpeech('en', fallMessage)).toBe(
      'Fallwatch. R. H. has fallen. Just now. If you are on it, press 1. If you cannot come, press 2.',
    );
    const german = { ...fallMessage, title: 'R.H. ist gestürzt', text: 'Gerade eben.' };
    expect(toSpeech('de', german)).toBe(
      'Fallwatch. R. H. ist gestürzt. Gerade eben. Wenn Sie übernehmen, drücken Sie die 1. Wenn Sie nicht können, drücken Sie die 2.',
    );
  });

  test('a code is read digit by digit', () => {
    const code = {
      ...fallMessage,
      answer: null,
      title: 'Fallwatch: your code',
      text: 'Your code is 047113. It is valid.',
    };
    expect(toSpeech('en', code)).toBe('Fallwatch: your code. Your code is 0, 4, 7, 1, 1, 3. It is valid.');
  });

  test.each([
    ['MINE', null, 'Thank you. You are on it.'],
    ['OPEN', null, 'Thank you. Others are being notified.'],
    ['TAKEN', 'Noah Berg', 'Thank you. Noah Berg is on it already.'],
    ['CLOSED', null, 'Thank you. This alert is over.'],
  ] as const)('after a key, when the alert is %s', (state, takenBy, said) => {
    expect(wordAnswered('en', { state, takenBy })).toBe(said);
  });
});

test('1 and 2 answer, other keys do not', () => {
  expect(['1', '2', '3', '0', '#', ''].map(toAnswer)).toEqual([
    'ON_IT',
    'CANNOT',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('the end of a call', () => {
  test.each([
    [true, 'end of file', 'Answered, but no key was pressed', false],
    [true, 'Connection reset by peer', 'Answered, but no key was pressed', false],
    [false, '486 Busy Here', 'Busy or declined (486)', false],
    [false, '603 Decline', 'Busy or declined (603)', false],
    [false, '404 Not Found', 'This phone number does not exist (404)', true],
    [false, '503 Service Unavailable', 'The telephone system answered 503', false],
    [false, 'No answer', 'No answer', false],
    [false, '', 'No answer', false],
  ])('answered %s, %s', (wasAnswered, reason, described, isWrongNumber) => {
    expect(describeEnd({ wasAnswered, reason })).toEqual({ reason: described, isWrongNumber });
  });
});

describe('baresip', () => {
  const server = { user: 'fallwatch', password: 'p%40ss', host: 'pbx.example.org:5061', transport: 'tls' } as const;

  test('is configured for one call, with the login of the telephone system', () => {
    const files = toBaresipFiles({ server, controlPort: 4444, localAddress: '192.0.2.7', sound: '/tmp/a.wav' });
    expect(files.accounts).toBe(
      '<sip:fallwatch@pbx.example.org:5061;transport=tls>;auth_user=fallwatch;auth_pass=p@ss;regint=0\n',
    );
    expect(files.config).toContain(
      'sip_listen 192.0.2.7:0\nctrl_tcp_listen 127.0.0.1:4444\naudio_source aufile,/tmp/a.wav\n',
    );
  });

  test('dials the number at the telephone system', () => {
    expect(toSipUri(server, '+491701234567')).toBe('sip:+491701234567@pbx.example.org:5061;transport=tls');
  });
});

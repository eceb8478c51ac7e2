import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillTemplate, type TemplateValues, templateProblem, templateUrlProblem } from './templates.rules.js';

const values: TemplateValues = {
  title: 'R.H. has fallen',
  text: 'Just now.',
  url: 'https://care.test/answer#abc',
  severity: 'HIGH',
  id: '01a1e678-c02f-77b5-bce2-77b0977fb3db',
  step: '2',
};
const all = '{"a": ["{title}", {"b": "{text}|{url}|{severity}|{id}|{step}"}], "n": 9007199254740993}';

describe('a template', () => {
  test('is filled in, and otherwise sent as it was written', () => {
    expect(fillTemplate(all, values)).toBe(
      '{"a": ["R.H. has fallen", {"b": "Just now.|https://care.test/answer#abc|HIGH|01a1e678-c02f-77b5-bce2-77b0977fb3db|2"}], "n": 9007199254740993}',
    );
  });

  test.each([
    '"',
    '\\',
    '\n',
    '","admin":true,"x":"',
    '\\","x":"',
    '{url}',
    '{"x":1}',
    '\u2028\u0000',
    '$&$1',
    '\ud800',
  ])('cannot be changed by the value %j', (title) => {
    expect(JSON.parse(fillTemplate('{"text": "<{title}>", "url": "{url}"}', { ...values, title }))).toEqual({
      text: `<${title}>`,
      url: values.url,
    });
  });

  test('has the same structure with any values', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (title, body) => {
        const filled = JSON.parse(fillTemplate(all, { ...values, title, text: body }));
        expect(filled).toEqual({
          a: [title, { b: `${body}|${values.url}|HIGH|${values.id}|2` }],
          n: Number('9007199254740993'),
        });
      }),
    );
  });

  test.each([
    ['{"text": "{title}"', 'is not valid JSON; placeholders must be inside strings, like {"text": "{title}"}'],
    ['{"step": {step}}', 'is not valid JSON; placeholders must be inside strings, like {"text": "{title}"}'],
    [
      '{"text": "{title} {patient.name}"}',
      'has the unknown placeholder {patient.name}; known here: {title}, {text}, {url}, {severity}, {id}, {step}',
    ],
    [
      '{"text": "{toString}"}',
      'has the unknown placeholder {toString}; known here: {title}, {text}, {url}, {severity}, {id}, {step}',
    ],
    [all, undefined],
    ['{"a": {}, "text": "{ } {{DATE(x)}}"}', undefined],
  ])('%s: %s', (template, problem) => {
    expect(templateProblem(template)).toBe(problem);
  });

  test('may have the id in its URL, and nothing else', () => {
    expect(templateUrlProblem('https://matrix.test/send/{id}')).toBeUndefined();
    expect(templateUrlProblem('https://matrix.test/{title}/{id}')).toBe(
      'has the unknown placeholder {title}; known here: {id}',
    );
  });
});

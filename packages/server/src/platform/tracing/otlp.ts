/** Spans as OTLP in JSON, which every OpenTelemetry collector takes: https://opentelemetry.io/docs/specs/otlp/ */
import { type Attributes, type Span, spanKinds } from './spans.js';

/** Status codes of OTLP: unset and error. */
const statusCodes = { unset: 0, error: 2 };

export function toOtlp(resource: Attributes, scope: string, spans: readonly Span[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope: { name: scope }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  };
}

function toOtlpSpan({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, hasFailed }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: spanKinds[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toKeyValues(attributes),
    status: { code: hasFailed ? statusCodes.error : statusCodes.unset },
  };
}

/** As text: nanoseconds since 1970 are larger than a number can be exact. */
const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function toKeyValues(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

function toAnyValue(value: Attributes[string]) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
}

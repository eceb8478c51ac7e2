/** How much may exist, and how long it is kept. */
import { count, expect, isAddressOrRange, list, span, variable } from './forms.js';

export const quotaSettings = {
  devicesPerUser: count('DEVICES_PER_USER', 10, 'Devices that one account may register.'),
  deviceLogSize: count('DEVICE_LOG_SIZE', 1_000, 'Log entries kept per device.'),
  readingRetentionMs: span(
    'READING_RETENTION',
    '90d',
    'Readings older than this are dropped, in whole days. With `ARCHIVE`, `ARCHIVE_RETENTION` decides instead.',
  ),
  vitalsRetentionMs: span(
    'VITALS_RETENTION',
    '180d',
    'Vitals by the minute older than this are dropped, in whole months.',
  ),
  systemLogRetentionMs: span('SYSTEM_LOG_RETENTION', '90d', 'Rows of the system log older than this are deleted.'),
  liveRetentionMs: span(
    'LIVE_RETENTION',
    '24h',
    'How long after an event a client can resume the live stream without a gap.',
  ),
  liveStreamsPerUser: count(
    'LIVE_STREAMS_PER_USER',
    20,
    'Open live streams of one person in one process. One more closes the oldest.',
  ),
  webhooksPerUser: count('WEBHOOKS_PER_USER', 5, 'Webhooks that one account may register.'),
  webhookAllowedRanges: variable({
    name: 'WEBHOOK_ALLOWED_RANGES',
    form: 'addresses or CIDR ranges separated by commas, `10.1.0.0/16`',
    shown: 'none',
    about: 'Private networks that webhooks may call, also over plain HTTP. All others are refused.',
    read: (raw) => list(raw).map((entry) => expect(isAddressOrRange(entry), entry)),
    fallback: (): readonly string[] => [],
  }),
  webhookRetentionMs: span('WEBHOOK_RETENTION', '30d', 'Webhook deliveries older than this are deleted.'),
  invitationDurationMs: span('INVITATION_DURATION', '7d', 'How long an invitation can be accepted.'),
};

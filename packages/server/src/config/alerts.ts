/** When a fall or a silent device alerts whom. */
import { hours, optionalSpan, shiftStarts, span, steps, variable } from './forms.js';

const defaultSteps = '0s:CAREGIVERS,60s:CAREGIVERS,180s:CAREGIVERS+ADMINS';

export const alertSettings = {
  incidentDurationMs: span('INCIDENT_DURATION', '60s', 'Readings of a device within this time of a fall belong to it.'),
  deviceInactiveAfterMs: span('DEVICE_INACTIVE_AFTER', '30m', 'A device without data for this long is INACTIVE.'),
  deviceOfflineAfterMs: span('DEVICE_OFFLINE_AFTER', '24h', 'A device without data for this long is OFFLINE.'),
  notWornAfterMs: optionalSpan(
    'NOT_WORN_AFTER',
    '20m',
    'A device that sends, but shows no movement and no pulse for this long in waking hours, raises NOT_WORN. A device that never sent a heart rate: after three times this.',
  ),
  wakingHours: variable({
    name: 'WAKING_HOURS',
    form: '`08:00-21:00`: from, to; `00:00-24:00` = always',
    shown: '`08:00-21:00`',
    about: 'When people wear their devices. In the time zone of the process with the role `alerts` (`TZ`).',
    read: hours,
    fallback: () => hours('08:00-21:00'),
  }),
  shiftStarts: variable({
    name: 'SHIFT_STARTS',
    form: '`06:00,14:00,22:00`: when the day, the evening and the night begin; ascending',
    shown: '`06:00,14:00,22:00`',
    about: 'The shifts of the monthly figures. In the time zone of the reader.',
    read: shiftStarts,
    fallback: () => shiftStarts('06:00,14:00,22:00'),
  }),
  escalationSteps: variable({
    name: 'ESCALATION_STEPS',
    form: '`0s:CAREGIVERS,180s:CAREGIVERS+ADMINS`: who is notified after which time; ascending, the last with `ADMINS`',
    shown: `\`${defaultSteps}\``,
    about:
      'Who is notified when of an unanswered alert. A patient can have a separate plan. CONFIRMED starts with everybody.',
    read: steps,
    fallback: () => steps(defaultSteps),
  }),
  escalationRepeatMs: span(
    'ESCALATION_REPEAT',
    '15m',
    'After the last step, its people are notified again at this interval.',
  ),
  fallResolveWithinMs: optionalSpan(
    'FALL_RESOLVE_WITHIN',
    '30m',
    'A fall that was acknowledged and is not resolved after this time alerts again.',
  ),
  fallConfirmationWindowMs: optionalSpan(
    'FALL_CONFIRMATION_WINDOW',
    '30s',
    'How long POTENTIAL and HIGH wait for the wearer’s response, if the device can ask for it.',
  ),
  fallConfirmationWindowConfirmedMs: optionalSpan(
    'FALL_CONFIRMATION_WINDOW_CONFIRMED',
    '15s',
    'The same for CONFIRMED; never longer than `FALL_CONFIRMATION_WINDOW`. The wearer’s own call for help never waits.',
  ),
};

/** How messages reach people. */
import { count, expect, isOrigin, type SipServer, sipServer, urlWith, variable } from './forms.js';

export const channelSettings = {
  publicUrl: variable({
    name: 'PUBLIC_URL',
    form: 'origin, `https://care.example.org`',
    shown: '`http://localhost:` and `PORT`',
    about:
      'The address of the console for people. Links in messages begin with it. Required in production with `SMTP_URL` and `SMS_URL`.',
    read: (raw) => expect(isOrigin(raw), raw),
    // Completed with the port in config.ts.
    fallback: () => 'http://localhost',
  }),
  contactsPerUser: count('CONTACTS_PER_USER', 10, 'Contact points that one account may have.'),
  smtpUrl: variable({
    name: 'SMTP_URL',
    isSecret: true,
    form: '`smtp://user:password@host:587` or `smtps://…:465`',
    shown: 'none',
    about: 'The mail server that takes outgoing mail. Without it no mail is sent.',
    read: urlWith('smtp:', 'smtps:'),
    fallback: (): string | null => null,
  }),
  mailFrom: variable({
    name: 'MAIL_FROM',
    form: 'e-mail address',
    shown: 'none',
    about: 'The sender of mail. Required with `SMTP_URL`.',
    read: (raw): string | null => expect(/^[^\s@<>"]+@[^\s@<>"]+$/.test(raw), raw),
    fallback: (): string | null => null,
  }),
  mailDkimSelector: variable({
    name: 'MAIL_DKIM_SELECTOR',
    form: 'the label before `._domainkey` in the DNS record',
    shown: 'none',
    about: 'With `MAIL_DKIM_KEY`: signs mail for the domain of `MAIL_FROM`.',
    read: (raw): string | null => expect(/^[a-z0-9._-]+$/i.test(raw), raw),
    fallback: (): string | null => null,
  }),
  mailDkimKey: variable({
    name: 'MAIL_DKIM_KEY',
    isSecret: true,
    form: 'private key in PEM format; `\\n` stands for a line break',
    shown: 'none',
    about: 'See `MAIL_DKIM_SELECTOR`.',
    read: (raw): string | null => {
      if (!raw.includes('PRIVATE KEY')) throw new Error('is not a private key in PEM format');
      return raw.replaceAll('\\n', '\n');
    },
    fallback: (): string | null => null,
  }),
  mailBounceDomain: variable({
    name: 'MAIL_BOUNCE_DOMAIN',
    form: 'domain name, `bounces.example.org`',
    shown: 'none',
    about:
      'Mail that cannot be delivered returns to an address of this domain. Its mail server passes it to `POST /api/mail/bounces`.',
    read: (raw): string | null => expect(/^[a-z0-9.-]+$/i.test(raw), raw),
    fallback: (): string | null => null,
  }),
  mailHourlyLimit: count(
    'MAIL_HOURLY_LIMIT',
    20,
    'Mails about alerts to one person in an hour, and invitations by one caregiver. Further alerts are held and sent in one mail at the end of the hour; CRITICAL alerts are sent beyond it.',
  ),
  smsUrl: variable({
    name: 'SMS_URL',
    isSecret: true,
    form: '`kannel+http://user:password@host:13013/cgi-bin/sendsms`, `twilio+https://sid:token@api.twilio.com` or `gammu:`',
    shown: 'none',
    about: 'Who sends text messages: see [docs/notifications.md](notifications.md). Without it none is sent.',
    read: urlWith('kannel+http:', 'kannel+https:', 'twilio+http:', 'twilio+https:', 'gammu:'),
    fallback: (): string | null => null,
  }),
  smsFrom: variable({
    name: 'SMS_FROM',
    form: 'phone number or sender name',
    shown: 'none',
    about: 'The sender of text messages. People reply to it, so it should be a number.',
    read: (raw): string | null => expect(/^\+?[\w ]{1,20}$/.test(raw), raw),
    fallback: (): string | null => null,
  }),
  smsDailyLimit: count(
    'SMS_DAILY_LIMIT',
    500,
    'Text messages per day (UTC) for the whole installation. CRITICAL alerts are sent beyond it.',
  ),
  sip: variable({
    name: 'SIP_URL',
    isSecret: true,
    form: '`sip:user:password@host:5060;transport=udp`, `tcp` or `tls`',
    shown: 'none',
    about: 'The telephone system or provider that makes phone calls. Without it nobody is called.',
    read: sipServer,
    fallback: (): SipServer | null => null,
  }),
  voiceLines: count('VOICE_LINES', 10, 'Phone calls that one process with the role `voice` makes at once.'),
};

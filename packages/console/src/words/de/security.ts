import type { security as source } from '../en/security.js';
import type { Like } from '../like.js';

export const security: Like<typeof source> = {
  title: 'Anmeldung und Sicherheit',
  password: 'Ihr Passwort',
  wrongPassword: 'Das Passwort ist falsch.',
  signIn: {
    codeTitle: 'Code eingeben',
    codeExplain: 'Öffnen Sie Ihre Authenticator-App und geben Sie den Code ein, den sie für Fallwatch anzeigt.',
    code: 'Code',
    recoveryExplain:
      'Geben Sie einen der Wiederherstellungscodes ein, die Sie aufbewahrt haben. Jeder gilt nur einmal.',
    recoveryCode: 'Wiederherstellungscode',
    useRecovery: 'Stattdessen einen Wiederherstellungscode verwenden',
    useApp: 'Stattdessen die Authenticator-App verwenden',
    wrongCode: 'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten.',
    wrongRecovery: 'Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet.',
    passkey: 'Mit Passkey anmelden',
    passkeyCancelled: 'Die Anmeldung mit Passkey wurde abgebrochen.',
    passkeyRefused:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    oidc: 'Mit {{name}} anmelden',
    or: 'oder',
  },
  oidcProblem: {
    UNAVAILABLE:
      '{{name}} antwortet nicht. Versuchen Sie es später noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    CANCELLED: 'Die Anmeldung mit {{name}} wurde abgebrochen.',
    FAILED: 'Die Anmeldung mit {{name}} hat nicht geklappt. Versuchen Sie es noch einmal.',
    NO_ACCOUNT:
      'Zu Ihrer E-Mail-Adresse bei {{name}} gibt es hier kein Konto, oder die Adresse ist noch nicht bestätigt. Wenden Sie sich an die Betreiber.',
    SECOND_FACTOR:
      'Ihr Konto ist mit einer Authenticator-App geschützt. Melden Sie sich mit Passwort und Code oder mit einem Passkey an.',
  },
  app: {
    title: 'Authenticator-App',
    off: 'Melden Sie sich mit Ihrem Passwort und einem Code vom Telefon an. Wer nur Ihr Passwort kennt, kommt dann nicht hinein.',
    on: 'Aktiv seit {{date}}. Zum Anmelden brauchen Sie einen Code aus der App.',
    codesLeft_one: 'Noch {{count}} Wiederherstellungscode übrig.',
    codesLeft_other: 'Noch {{count}} Wiederherstellungscodes übrig.',
    setUp: 'App einrichten',
    confirmExplain:
      'Geben Sie zur Sicherheit Ihr Passwort ein. Danach scannen Sie einen Code mit einer App wie Aegis, Google Authenticator oder Microsoft Authenticator.',
    next: 'Weiter',
    scan: 'Scannen Sie diesen Code mit Ihrer Authenticator-App.',
    qr: 'QR-Code für die Authenticator-App',
    key: 'Oder geben Sie diesen Schlüssel in der App ein',
    typeCode: 'Geben Sie den Code ein, den die App jetzt anzeigt',
    wrongCode: 'Dieser Code ist falsch. Geben Sie den Code ein, den die App jetzt anzeigt.',
    finish: 'Einschalten',
    remove: 'App entfernen',
    removeTitle: 'Authenticator-App entfernen?',
    removeExplain:
      'Sie melden sich dann nur noch mit Ihrem Passwort an. Ihre Wiederherstellungscodes gelten nicht mehr.',
    newCodes: 'Neue Wiederherstellungscodes',
    newCodesExplain: 'Sie erhalten zehn neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
  },
  codes: {
    title: 'Ihre Wiederherstellungscodes',
    explain:
      'Mit einem dieser Codes können Sie sich anmelden, wenn Sie Ihr Telefon verlieren. Jeder gilt nur einmal. Sie werden nur jetzt angezeigt: Drucken Sie sie aus, oder bewahren Sie sie sicher auf.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    print: 'Drucken',
    done: 'Ich habe sie aufbewahrt',
    heading: 'Wiederherstellungscodes von {{email}} für Fallwatch',
    use: 'Geben Sie einen davon anstelle des Codes der Authenticator-App ein. Streichen Sie verwendete durch.',
  },
  passkeys: {
    title: 'Passkeys',
    explain: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an. Ohne Passwort, ohne Code.',
    unsupported: 'Dieser Browser unterstützt keine Passkeys.',
    name: 'Name des Passkeys',
    defaultName: 'Dieses Gerät',
    added: 'Hinzugefügt',
    lastUsed: 'Zuletzt verwendet',
    add: 'Passkey hinzufügen',
    addExplain: 'Ihr Gerät fragt danach nach Fingerabdruck, Gesicht oder PIN.',
    cancelled:
      'Es wurde kein Passkey hinzugefügt. Der Vorgang wurde abgebrochen, oder dieses Gerät hat schon einen für Ihr Konto.',
    remove: 'Entfernen',
    removeTitle: 'Passkey „{{name}}“ entfernen?',
    removeExplain: 'Sie können sich damit nicht mehr anmelden. Löschen Sie ihn auch auf Ihrem Gerät.',
  },
  required: {
    title: 'Konto schützen',
    explain:
      'Für die Verwaltung reicht hier ein Passwort nicht aus. Richten Sie eine Authenticator-App oder einen Passkey ein, um fortzufahren.',
    again: 'Sie haben schon einen Passkey. Melden Sie sich ab und dann damit an.',
    done: 'Ihr Konto ist geschützt.',
    continue: 'Weiter',
  },
  admin: {
    title: 'Zweiter Faktor',
    explain:
      'Hat {{name}} das Telefon und die Wiederherstellungscodes verloren? Vergewissern Sie sich, dass die Bitte wirklich von dieser Person kommt.',
    remove: 'Zweiten Faktor entfernen',
    removeTitle: 'Zweiten Faktor von {{name}} entfernen?',
    removeExplain:
      'Authenticator-App und alle Passkeys gelten nicht mehr, und die Person wird überall abgemeldet. Sie meldet sich dann nur mit dem Passwort an. Sie wird per E-Mail benachrichtigt.',
    removed: 'Entfernt.',
  },
};

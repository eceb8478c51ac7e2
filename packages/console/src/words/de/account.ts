import type { account as source } from '../en/account.js';
import type { Like } from '../like.js';

export const account: Like<typeof source> = {
  forgot: {
    link: 'Passwort vergessen?',
    title: 'Passwort vergessen?',
    explain: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten einen Link, um ein neues Passwort zu wählen.',
    submit: 'Link senden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentExplain:
      'Wenn es ein Konto mit {{email}} gibt, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang. Sehen Sie auch im Spam-Ordner nach.',
    noMail: 'Fragen Sie die Verwaltung',
    noMailExplain:
      'Dieser Dienst versendet keine E-Mails. Die Verwaltung kann einen Link erstellen, mit dem Sie ein neues Passwort wählen.',
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort wählen',
    explain:
      'Auf allen anderen Geräten werden Sie abgemeldet. Uhren und Telefone, die Stürze erkennen, bleiben verbunden.',
    submit: 'Passwort speichern',
    done: 'Ihr Passwort ist geändert',
    doneExplain: 'Melden Sie sich mit dem neuen Passwort an.',
    signIn: 'Anmelden',
  },
  dead: {
    title: 'Dieser Link gilt nicht mehr',
    explain: 'Er wurde schon benutzt, ist abgelaufen oder unvollständig.',
    again: 'Neuen Link anfordern',
  },
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    explain: 'Bestätigen Sie mit der Schaltfläche, dass dies Ihre Adresse ist.',
    submit: 'Adresse bestätigen',
    done: 'Adresse bestätigt',
    doneExplain: 'Ab jetzt melden Sie sich mit {{email}} an.',
    next: 'Weiter',
    taken: 'Ein anderes Konto benutzt diese Adresse inzwischen. Es wurde nichts geändert.',
  },
  email: {
    title: 'E-Mail-Adresse',
    confirmed: 'Bestätigt',
    unconfirmed: 'Nicht bestätigt',
    explain: 'Mit dieser Adresse melden Sie sich an. Ein vergessenes Passwort lässt sich per E-Mail dorthin ersetzen.',
    verify: 'Bestätigungslink senden',
    verifySent: 'Wir haben einen Link an {{email}} gesendet. Öffnen Sie ihn, um die Adresse zu bestätigen.',
    change: 'E-Mail-Adresse ändern',
    changeExplain:
      'Wir senden einen Link an die neue Adresse. Sobald Sie ihn öffnen, gilt die neue Adresse, und die alte erhält eine Nachricht.',
    next: 'Neue E-Mail-Adresse',
    password: 'Ihr Passwort',
    wrong: 'Das Passwort ist falsch.',
    submit: 'Link senden',
    sent: 'Wir haben einen Link an {{email}} gesendet. Bis Sie ihn öffnen, bleibt die alte Adresse.',
    same: 'Das ist bereits Ihre E-Mail-Adresse.',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    explain: 'Wenn Sie einen Eintrag nicht kennen, melden Sie ihn ab und ändern Sie Ihr Passwort.',
    client: 'Gerät',
    unknown: 'Unbekanntes Gerät',
    on: '{{browser}} auf {{system}}',
    current: 'Dieses Gerät',
    lastUsed: 'Zuletzt benutzt',
    since: 'Angemeldet seit',
    end: 'Abmelden',
    endOf: 'Abmelden: {{client}}',
    endTitle: 'Dieses Gerät abmelden?',
    endExplain: '{{client}} wird sofort abgemeldet. Ein Gerät, das mit dieser Anmeldung sendet, sendet nicht mehr.',
    endOthers: 'Überall sonst abmelden',
    endOthersTitle: 'Überall sonst abmelden?',
    endOthersExplain:
      'Nur dieses Gerät bleibt angemeldet. Uhren und Telefone, die mit einem Code verbunden sind, bleiben verbunden.',
  },
  download: {
    title: 'Meine Daten herunterladen',
    explain: 'Alles, was der Dienst über Sie speichert, für Sie oder für einen anderen Dienst.',
    all: 'Alles herunterladen (JSON)',
    part: 'Eine Tabelle',
    csv: 'Als CSV herunterladen',
    parts: {
      profile: 'Profil',
      assignments: 'Wer wen betreut',
      devices: 'Geräte',
      contactPoints: 'Wie ich benachrichtigt werde',
      webhooks: 'Webhooks',
      sessions: 'Wo ich angemeldet bin',
      views: 'Wer meine Daten angesehen hat',
      activity: 'Was ich getan habe',
      alerts: 'Alarme',
      messages: 'Nachrichten',
      falls: 'Stürze',
      vitals: 'Puls und Sauerstoff',
      readings: 'Messwerte',
    },
  },
  invitation: {
    by: '{{name}} hat Sie zu Fallwatch eingeladen.',
    somebody: 'Sie wurden zu Fallwatch eingeladen.',
    explain: 'Wählen Sie ein Passwort. Damit und mit dieser E-Mail-Adresse melden Sie sich an:',
    dead: 'Diese Einladung gilt nicht mehr',
    deadExplain:
      'Sie wurde schon benutzt, ist abgelaufen, oder es gibt eine neuere. Wenn Sie schon ein Passwort haben, melden Sie sich an. Sonst bitten Sie um eine neue Einladung.',
  },
  /** A secret link for somebody else. */
  link: {
    mailed: 'Wir haben den Link an {{email}} geschickt. Sie können ihn auch selbst weitergeben.',
    notMailed: 'Geben Sie der Person diesen Link.',
  },
  again: {
    title: 'Einladung',
    explain: '{{name}} hat die Einladung noch nicht angenommen.',
    send: 'Neue Einladung senden',
    confirmTitle: '{{name}} noch einmal einladen?',
    confirmExplain: 'Ein neuer Link geht an {{email}} und wird Ihnen angezeigt. Der bisherige gilt dann nicht mehr.',
    done: '{{name}} ist neu eingeladen',
  },
  resetOther: {
    title: 'Anmeldung',
    explain: 'Wenn {{name}} das Passwort verloren hat, erstellen Sie einen Link für ein neues.',
    open: 'Passwort zurücksetzen',
    confirmTitle: 'Passwort von {{name}} zurücksetzen?',
    confirmExplain:
      'Ein Link geht an {{email}} und wird Ihnen angezeigt. Das alte Passwort gilt, bis der Link benutzt wird. {{name}} wird per E-Mail informiert.',
    submit: 'Link erstellen',
    done: 'Link für ein neues Passwort',
  },
};

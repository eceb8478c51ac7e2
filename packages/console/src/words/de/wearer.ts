import type { wearer as source } from '../en/wearer.js';
import type { Like } from '../like.js';

export const wearer: Like<typeof source> = {
  title: 'Guten Tag, {{name}}',
  help: {
    call: 'Ich brauche Hilfe',
    calling: 'Hilfe wird gerufen …',
    noLine: 'Keine Verbindung: Der rote Knopf erreicht gerade niemanden. Bitte rufen Sie an.',
    notSent:
      'Ihr Hilferuf ist noch nicht gesendet. Er wird gesendet, sobald eine Verbindung besteht. Warten Sie nicht: Rufen Sie jetzt an.',
    failed:
      'Ihr Hilferuf wurde nicht gesendet. Drücken Sie noch einmal, oder rufen Sie jemanden an: Die Nummern stehen unten.',
  },
  asked: {
    title: 'Sind Sie gestürzt?',
    seen: 'Ihre Uhr hat um {{time}} etwas bemerkt.',
    waiting_one: 'Wenn Sie nicht antworten, wird in {{count}} Sekunde Hilfe gerufen.',
    waiting_other: 'Wenn Sie nicht antworten, wird in {{count}} Sekunden Hilfe gerufen.',
    told: 'Ihre Betreuenden wurden benachrichtigt. Wenn es Ihnen gut geht, geben Sie bitte Bescheid.',
    handled:
      '{{name}} kümmert sich darum. Wenn es Ihnen gut geht, geben Sie bitte Bescheid. {{name}} ruft vielleicht trotzdem an oder kommt vorbei.',
  },
  fine: {
    say: 'Mir geht es gut',
    mistake: 'Mir geht es gut. Es war ein Versehen',
    title: 'Schön zu hören',
    explain: 'Ihre Betreuenden sehen, dass es Ihnen gut geht. Wenn sich das ändert, drücken Sie auf den roten Knopf.',
  },
  called: {
    title: 'Hilfe wurde gerufen',
    told_one: '{{names}} wurde benachrichtigt.',
    told_other: '{{names}} wurden benachrichtigt.',
    staff: 'Die Verwaltung wurde benachrichtigt.',
    handled: '{{name}} kümmert sich darum.',
    waiting: 'Hier sehen Sie, wer sich darum kümmert. Reagiert niemand, wird der Alarm erneut gesendet.',
    stay: 'Bleiben Sie, wo Sie sind, wenn Bewegen wehtut.',
    at: 'Gerufen um {{time}}',
    again: 'Noch einmal Hilfe rufen',
  },
  watch: {
    title_one: 'Meine Uhr',
    title_other: 'Meine Uhren',
    none: 'Es ist keine Uhr verbunden. Stürze werden nicht erkannt. Der rote Knopf funktioniert.',
    charged: 'Ihre Uhr ist an. Akku {{percent}}\u00a0%.',
    on: 'Ihre Uhr ist an.',
    low: 'Ihre Uhr ist an, aber der Akku ist schwach: {{percent}}\u00a0%. Bitte laden Sie sie auf.',
    silent: 'Ihre Uhr sendet seit {{since}} nicht mehr. Legen Sie sie an, oder laden Sie sie auf.',
    never: 'Ihre Uhr hat noch nichts gesendet. Legen Sie sie an und schalten Sie sie ein.',
    disabled: 'Ihre Uhr wurde von der Verwaltung gesperrt. Stürze werden nicht erkannt.',
  },
  carers: {
    emergency: 'Notfallkontakt',
    title: 'Wer sich um mich kümmert',
    none: 'Noch niemand. Wenn Sie den roten Knopf drücken, wird die Verwaltung benachrichtigt.',
  },
  views: {
    title: 'Wer meine Daten angesehen hat',
    none: 'Niemand hat Ihre Daten geöffnet.',
    gone: 'Jemand, dessen Konto es nicht mehr gibt',
    looked: 'Angesehen: {{things}} · {{time}}',
    PROFILE: 'Ihr Profil',
    HEALTH: 'Ihre Gesundheit',
    VITALS: 'Puls und Sauerstoff',
    FALLS: 'Ihre Stürze',
    DEVICES: 'Ihre Uhr',
    ALERT_PLAN: 'wer bei einem Sturz benachrichtigt wird',
    RECORD: 'Ihre ganze Akte, als Datei',
  },
};

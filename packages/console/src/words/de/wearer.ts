import type { wearer as source } from '../en/wearer.js';
import type { Like } from '../like.js';

export const wearer: Like<typeof source> = {
  title: 'Guten Tag, {{name}}',
  help: {
    call: 'Ich brauche Hilfe',
    calling: 'Hilfe wird gerufen …',
    failed:
      'Der Ruf ist nicht angekommen. Drücken Sie noch einmal, oder rufen Sie jemanden an: Die Nummern stehen unten.',
  },
  asked: {
    title: 'Sind Sie gestürzt?',
    seen: 'Ihre Uhr hat um {{time}} etwas bemerkt.',
    waiting_one: 'Wenn Sie nichts sagen, wird in {{count}} Sekunde Hilfe gerufen.',
    waiting_other: 'Wenn Sie nichts sagen, wird in {{count}} Sekunden Hilfe gerufen.',
    told: 'Ihre Betreuenden wissen Bescheid. Wenn es Ihnen gut geht, sagen Sie es: Dann wissen sie auch das.',
    handled:
      '{{name}} hat es gesehen und kümmert sich. Wenn es Ihnen gut geht, sagen Sie es. {{name}} ruft vielleicht trotzdem an oder kommt vorbei.',
  },
  fine: {
    say: 'Mir geht es gut',
    mistake: 'Mir geht es gut. Es war ein Versehen',
    title: 'Schön zu hören',
    explain: 'Ihre Betreuenden sehen, dass es Ihnen gut geht. Wenn sich das ändert, drücken Sie auf den roten Knopf.',
  },
  called: {
    title: 'Hilfe ist gerufen',
    told_one: '{{names}} weiß Bescheid.',
    told_other: '{{names}} wissen Bescheid.',
    staff: 'Die Verwaltung weiß Bescheid.',
    handled: '{{name}} kümmert sich.',
    waiting: 'Hier sehen Sie, wer kommt. Wenn niemand antwortet, werden weitere Menschen benachrichtigt.',
    stay: 'Bleiben Sie, wo Sie sind, wenn Bewegen wehtut.',
    at: 'Gerufen um {{time}}',
    again: 'Noch einmal Hilfe rufen',
  },
  watch: {
    title_one: 'Meine Uhr',
    title_other: 'Meine Uhren',
    none: 'Es ist keine Uhr verbunden. Stürze werden nicht von selbst bemerkt. Der rote Knopf funktioniert.',
    charged: 'Ihre Uhr ist an. Akku {{percent}} %.',
    on: 'Ihre Uhr ist an.',
    low: 'Ihre Uhr ist an, aber der Akku ist schwach: {{percent}} %. Bitte laden Sie sie auf.',
    silent: 'Ihre Uhr ist still seit {{since}}. Legen Sie sie an, oder laden Sie sie auf.',
    never: 'Ihre Uhr hat noch nichts gesendet. Legen Sie sie an und schalten Sie sie ein.',
    disabled: 'Ihre Uhr wurde von der Verwaltung abgeschaltet. Stürze werden nicht bemerkt.',
  },
  carers: {
    title: 'Wer sich um mich kümmert',
    none: 'Noch niemand. Wenn Sie den roten Knopf drücken, wird die Verwaltung benachrichtigt.',
  },
  views: {
    title: 'Wer meine Daten angesehen hat',
    none: 'Niemand hat Ihre Daten angesehen.',
    gone: 'Jemand, dessen Konto es nicht mehr gibt',
    looked: 'Angesehen: {{things}} · {{time}}',
    PROFILE: 'wer Sie sind',
    HEALTH: 'Ihre Gesundheit',
    VITALS: 'Puls und Sauerstoff',
    FALLS: 'Ihre Stürze',
    DEVICES: 'Ihre Uhr',
    ALERT_PLAN: 'wer bei einem Sturz benachrichtigt wird',
  },
};

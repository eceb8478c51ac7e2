export const wearer = {
  title: 'Hello, {{name}}',
  help: {
    call: 'I need help',
    calling: 'Calling for help …',
    failed: 'The call did not get through. Press again, or call somebody by phone: the numbers are below.',
  },
  asked: {
    title: 'Did you fall?',
    seen: 'Your watch noticed something at {{time}}.',
    waiting_one: 'If you say nothing, help is called in {{count}} second.',
    waiting_other: 'If you say nothing, help is called in {{count}} seconds.',
    told: 'The people who look after you have been told. If you are OK, say so, and they will know.',
    handled:
      '{{name}} has seen it and is taking care of it. If you are OK, say so. {{name}} may still call or come by.',
  },
  fine: {
    say: 'I’m OK',
    mistake: 'I’m OK. I called by mistake',
    title: 'Good to hear',
    explain: 'The people who look after you see that you are OK. If that changes, press the red button.',
  },
  called: {
    title: 'Help has been called',
    told_one: '{{names}} was told.',
    told_other: '{{names}} were told.',
    staff: 'The people who run this service were told.',
    handled: '{{name}} is taking care of it.',
    waiting: 'You will see here who comes. If nobody answers, more people are told.',
    stay: 'Stay where you are if it hurts to move.',
    at: 'Called at {{time}}',
    again: 'Call for help again',
  },
  watch: {
    title_one: 'My watch',
    title_other: 'My watches',
    none: 'No watch is connected. Falls are not noticed by themselves. The red button works.',
    charged: 'Your watch is on. Battery {{percent}} %.',
    on: 'Your watch is on.',
    low: 'Your watch is on, but its battery is low: {{percent}} %. Please charge it.',
    silent: 'Your watch has been silent since {{since}}. Put it on, or charge it.',
    never: 'Your watch has not sent anything yet. Put it on, and switch it on.',
    disabled: 'Your watch was switched off by the people who run this service. Falls are not noticed.',
  },
  carers: {
    title: 'Who looks after me',
    none: 'Nobody yet. When you press the red button, the people who run this service are told.',
  },
};

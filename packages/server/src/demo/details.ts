/** Where the people of the demo live, and what responders need to know about them. Every number is invented. */

export interface DemoDetails {
  readonly room?: string;
  readonly ward: string;
  readonly address?: string;
  readonly keySafe?: string;
  readonly instructions: string;
  readonly medicalNotes?: string;
  readonly phoneNumbers: readonly { name: string; relationship: string; phone: string }[];
}

const [ground, first, homes] = ['Ground floor', 'First floor', 'At home'];

const number = (name: string, relationship: string, phone: string) => ({ name, relationship, phone });

/** By the first name, in lower case. */
export const details: Readonly<Record<string, DemoDetails>> = {
  rose: {
    room: '12',
    ward: first,
    instructions: 'Speak loudly, she hears little on the left. Do not lift her: right hip replaced in May.',
    medicalNotes: 'Takes blood thinners (apixaban). Allergic to penicillin.',
    phoneNumbers: [number('Marie Hill', 'Daughter', '+49 171 5550112'), number('Jonas Hill', 'Son', '+49 30 5550113')],
  },
  otto: {
    room: '4',
    ward: ground,
    instructions: 'Walks with a frame; it often stands beside the bed. Calm him, he gets up too soon.',
    medicalNotes: 'Parkinson’s disease. Next dose may be due after a long wait.',
    phoneNumbers: [number('Helga Marsh', 'Wife', '+49 30 5550121')],
  },
  edith: {
    room: '14',
    ward: first,
    instructions: 'Falls mostly at night on the way to the bathroom. Switch on the ceiling light first.',
    medicalNotes: 'Diabetes, insulin. Measure the blood sugar after a fall.',
    phoneNumbers: [number('Clara Wood', 'Granddaughter', '+49 171 5550131')],
  },
  hugo: {
    room: '7',
    ward: ground,
    instructions: 'Knock and wait: he does not like to be surprised.',
    phoneNumbers: [number('Peter Stone', 'Brother', '+49 40 5550141')],
  },
  greta: {
    room: '9',
    ward: first,
    instructions: 'Sees little. Say who you are before you touch her.',
    medicalNotes: 'Osteoporosis: suspect a fracture after every fall.',
    phoneNumbers: [number('Anna Vale', 'Daughter', '+49 171 5550151')],
  },
  albert: {
    ward: homes,
    address: 'Lindenweg 5, 2nd floor right, 12345 Berlin',
    keySafe: 'Key safe left of the front door, code 4711',
    instructions: 'The bell does not work. The dog is friendly.',
    medicalNotes: 'Pacemaker since 2019.',
    phoneNumbers: [
      number('Ute Moss', 'Neighbour, has a key', '+49 30 5550161'),
      number('Karl Moss', 'Son', '+49 171 5550162'),
    ],
  },
  lena: {
    ward: homes,
    address: 'Am Anger 18, 12349 Berlin',
    keySafe: 'Her neighbour at number 16 has the key',
    instructions: 'The garden door at the back is open in the daytime.',
    phoneNumbers: [number('Ida Lang', 'Neighbour, number 16', '+49 30 5550171')],
  },
  paul: {
    ward: homes,
    address: 'Seestraße 40, ground floor left, 12351 Berlin',
    keySafe: 'Key safe at the bicycle stand, code 2580',
    instructions: 'Uses a wheelchair. The ramp is at the side of the house.',
    medicalNotes: 'Stroke in 2022: speaks slowly, understands everything.',
    phoneNumbers: [number('Eva Ridge', 'Daughter', '+49 171 5550181')],
  },
};

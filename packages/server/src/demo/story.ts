/** The people of the demo, and what happened to them in the weeks before. Every name is invented. */
import { type DemoDetails, details } from './details.js';

export interface DemoCaregiver {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly specialization: string;
  readonly phone: string;
}

export interface DemoWearer {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly macAddress: string;
  readonly site: 'waist' | 'wrist';
  readonly restingHeartRate: number;
  readonly details: DemoDetails;
  /** The first one creates the account; the admin assigns the others. */
  readonly caregivers: readonly string[];
}

/** A past fall and its outcome. */
export interface PastFall {
  readonly wearer: string;
  readonly daysAgo: number;
  /** UTC. */
  readonly hour: number;
  /** Kind of landing: a soft one stays undecided, a hard one is CONFIRMED. `reported`: reported by the wearer only. */
  readonly kind: 'soft' | 'hard' | 'reported';
  readonly answeredAfterSeconds: number;
  readonly outcome: 'HELPED' | 'FALSE_ALARM' | 'HOSPITAL' | 'OTHER';
  readonly messages: readonly (readonly [from: 'caregiver' | 'wearer', text: string])[];
}

const domain = 'demo.example';
const email = (name: string): string => `${name}@${domain}`;

export const demoAdmin = { email: email('admin') };

export const caregivers: readonly DemoCaregiver[] = [
  {
    email: email('carla'),
    firstName: 'Carla',
    lastName: 'Brook',
    specialization: 'Geriatrics, day shift',
    phone: '+49 30 1234501',
  },
  {
    email: email('noah'),
    firstName: 'Noah',
    lastName: 'Field',
    specialization: 'Geriatrics, night shift',
    phone: '+49 30 1234502',
  },
  { email: email('mira'), firstName: 'Mira', lastName: 'Lake', specialization: 'Home care', phone: '+49 30 1234503' },
];
const [carla, noah, mira] = caregivers.map((one) => one.email) as [string, string, string];

type Brief = readonly [
  name: string,
  lastName: string,
  born: string,
  site: 'waist' | 'wrist',
  heart: number,
  by: string[],
];
const briefs: readonly Brief[] = [
  ['rose', 'Hill', '1938-03-02', 'wrist', 72, [carla, noah]],
  ['otto', 'Marsh', '1941-11-19', 'waist', 66, [carla, noah]],
  ['edith', 'Wood', '1935-07-08', 'wrist', 78, [carla, noah]],
  ['hugo', 'Stone', '1944-01-27', 'waist', 61, [noah]],
  ['greta', 'Vale', '1939-09-14', 'wrist', 74, [noah, carla]],
  ['albert', 'Moss', '1932-05-30', 'waist', 69, [mira]],
  ['lena', 'Ford', '1946-12-05', 'wrist', 70, [mira]],
  ['paul', 'Ridge', '1937-04-21', 'waist', 64, [mira, carla]],
];

export const wearers: readonly DemoWearer[] = briefs.map(
  ([name, lastName, dateOfBirth, site, restingHeartRate, by], index) => ({
    email: email(name),
    firstName: name.charAt(0).toUpperCase() + name.slice(1),
    lastName,
    dateOfBirth,
    macAddress: `02:DE:40:00:00:0${index + 1}`,
    site,
    restingHeartRate,
    details: details[name] as DemoDetails,
    caregivers: by,
  }),
);

/** From the oldest to the latest; all of them are answered. */
export const pastFalls: readonly PastFall[] = [
  fall('otto', 24, 21, 'hard', 95, 'HELPED', ['caregiver', 'I am coming with the night nurse.']),
  fall(
    'rose',
    22,
    7,
    'soft',
    240,
    'FALSE_ALARM',
    ['wearer', 'I only sat down hard, sorry.'],
    ['caregiver', 'Better once too often.'],
  ),
  fall('albert', 19, 15, 'hard', 410, 'HOSPITAL', ['caregiver', 'The ambulance is on its way, stay where you are.']),
  fall('edith', 17, 3, 'hard', 60, 'HELPED'),
  fall('greta', 15, 10, 'reported', 130, 'HELPED', ['wearer', 'I slipped in the bathroom, I am up again.']),
  fall('paul', 12, 18, 'soft', 75, 'HELPED'),
  fall(
    'edith',
    10,
    22,
    'hard',
    45,
    'HELPED',
    ['caregiver', 'Please ring before you get up at night.'],
    ['wearer', 'I will.'],
  ),
  fall('hugo', 8, 5, 'hard', 180, 'OTHER'),
  fall('lena', 6, 13, 'soft', 300, 'FALSE_ALARM', ['wearer', 'The watch fell off the table.']),
  fall('edith', 4, 2, 'hard', 70, 'HELPED'),
  fall(
    'rose',
    2,
    17,
    'hard',
    110,
    'HELPED',
    ['caregiver', 'Are you all right again?'],
    ['wearer', 'Only a bruise. Thank you for coming so quickly.'],
  ),
];

function fall(
  name: string,
  daysAgo: number,
  hour: number,
  kind: PastFall['kind'],
  answeredAfterSeconds: number,
  outcome: PastFall['outcome'],
  ...messages: PastFall['messages']
): PastFall {
  return { wearer: email(name), daysAgo, hour, kind, answeredAfterSeconds, outcome, messages };
}

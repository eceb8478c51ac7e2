import type { Random } from '../random.js';
import type { Posture, Site } from './postures.js';
import { axes, type Vector } from './rotation.js';
import type { Track } from './track.js';

/** Seconds before a motion begins, in the posture it starts from. */
const lead = 5;

export interface Motion {
  readonly isFall: boolean;
  /** What the person does, for readers of the table. */
  readonly description: string;
  readonly starts: Posture;
  /** Writes the movement into the track; returns its length in seconds, including some rest at its end. */
  readonly perform: (track: Track, site: Site, random: Random) => number;
}

function walk(track: Track, from: number, to: number, site: Site, random: Random): void {
  const hz = random.about(1.7, 0.08);
  track.steps(from, to, { hz, bob: random.about(1.8, 0.2), heel: random.about(3.5, 0.3) });
  const degrees = site === 'wrist' ? random.about(20, 0.25) : random.about(3, 0.3);
  track.sway({ from, to, hz: hz / 2, axis: site === 'wrist' ? axes.left : axes.up, degrees });
}

/** Damped oscillation of the body or the arm after an impact. */
function ringOut(track: Track, at: number, degrees: number, random: Random): void {
  const axis: Vector = [random.between(-1, 1), random.between(-1, 1), random.between(-0.3, 0.3)];
  track.sway({ from: at, to: at + 1.2, hz: random.about(4.5, 0.2), axis, degrees, fadeSeconds: 0.16 });
}

/** The arms are thrown out during the fall. */
function flail(track: Track, from: number, seconds: number, random: Random): void {
  const axis: Vector = [random.between(0.4, 1), random.between(-1, 1), random.between(-0.5, 0.5)];
  track.sway({ from, to: from + seconds, hz: random.about(2.2, 0.2), axis, degrees: random.about(38, 0.2) });
}

interface FallForm {
  /** Duration of the fall in seconds, and its share of free fall. */
  readonly seconds: number;
  readonly share: number;
  readonly axis: Vector;
  readonly degrees: number;
  /** Duration of the first contacts: shorter is harder. */
  readonly contactSeconds: number;
}

/**
 * From upright or seated to the ground: the body turns while it falls, lands in two or three contacts, and lies still.
 */
function fallDown(track: Track, at: number, form: FallForm, site: Site, random: Random): void {
  const seconds = random.about(form.seconds, 0.1);
  const width = random.about(form.contactSeconds, 0.15);
  const contacts = [
    { after: 0, seconds: width, part: random.about(0.62, 0.1) },
    { after: width * 1.4, seconds: width * 1.3, part: random.about(0.28, 0.2) },
    { after: width * 3.5, seconds: width * 1.6, part: random.about(0.15, 0.3) },
  ];
  track.fall(at, seconds, random.about(form.share, 0.08), contacts);
  // Most of the turn is complete at the landing; the rest follows while the body settles.
  const degrees = random.about(form.degrees, 0.08);
  track.turn(at - 0.15, seconds + 0.3, form.axis, site === 'wrist' ? degrees * 1.1 : degrees);
  ringOut(track, at + seconds, site === 'wrist' ? 24 : 14, random);
  if (site !== 'wrist') return;
  flail(track, at - 0.1, seconds + 0.15, random);
  // The hand hits the floor separately, before the weight of the body.
  track.blow(at + seconds, 0.08, [random.noise(8), random.noise(8), random.about(15, 0.25)]);
}

/** Each motion by the name it has on the command line and in docs/scenarios.md. */
export const motions = {
  rest: {
    isFall: false,
    description: 'sits still, breathes, sometimes moves a hand',
    starts: 'sitting',
    perform(track, site, random) {
      for (let at = lead; at < 25; at += random.between(4, 9)) {
        const size = site === 'wrist' ? random.between(5, 25) : random.between(1, 4);
        const seconds = random.between(0.9, 1.6);
        track.turn(at, seconds, axes.forward, size);
        track.turn(at + seconds + 0.5, seconds, axes.forward, -size);
      }
      return 25;
    },
  },
  walk: {
    isFall: false,
    description: 'walks along the corridor',
    starts: 'standing',
    perform(track, site, random) {
      walk(track, 2, 22, site, random);
      return 25;
    },
  },
  stairs: {
    isFall: false,
    description: 'walks down a flight of stairs with a hand on the rail',
    starts: 'standing',
    perform(track, site, random) {
      const hz = random.about(1.5, 0.08);
      track.steps(3, 20, { hz, bob: random.about(2, 0.2), heel: random.about(6, 0.3) });
      const degrees = site === 'wrist' ? random.about(16, 0.3) : random.about(4, 0.3);
      track.sway({ from: 3, to: 20, hz: hz / 2, axis: axes.left, degrees });
      return 24;
    },
  },
  'sit-down-hard': {
    isFall: false,
    description: 'drops into a chair, leans back, stays seated',
    starts: 'standing',
    perform(track, site, random) {
      // The arm softens the landing.
      const width = site === 'wrist' ? 0.09 : 0.065;
      track.fall(lead, random.about(0.3, 0.1), random.about(0.4, 0.1), [
        { after: 0, seconds: random.about(width, 0.15), part: 0.8 },
        { after: 0.12, seconds: 0.16, part: 0.2 },
      ]);
      // Trunk forward on the way down, back when seated; the hands move to the lap.
      if (site === 'waist') {
        track.turn(lead - 0.5, 0.8, axes.left, random.about(28, 0.15));
        track.turn(lead + 0.4, 0.9, axes.left, -random.about(38, 0.15));
      } else track.turn(lead - 0.3, random.about(1.4, 0.1), axes.left, -random.about(60, 0.1));
      ringOut(track, lead + 0.3, site === 'wrist' ? 5 : 2, random);
      fidget(track, lead + 3, 20, site, random);
      return 22;
    },
  },
  'lie-down': {
    isFall: false,
    description: 'sits on the bed, swings the legs up, lies down',
    starts: 'sitting',
    perform(track, site, random) {
      const seconds = random.about(2, 0.15);
      track.turn(lead, seconds, axes.left, site === 'waist' ? -73 : -23);
      track.turn(lead + 0.3, seconds, axes.forward, random.about(12, 0.5));
      track.nudge(lead + 0.4, 1.2, [0, 0, -random.about(1.4, 0.2)]);
      fidget(track, lead + seconds + 2, 20, site, random);
      return 22;
    },
  },
  clap: {
    isFall: false,
    description: 'sits and applauds for some seconds',
    starts: 'sitting',
    perform(track, site, random) {
      const hz = random.about(2.6, 0.1);
      for (let at = lead; at < lead + 7; at += random.about(1 / hz, 0.06)) {
        const force = site === 'wrist' ? random.about(19, 0.25) : random.about(1.2, 0.3);
        track.blow(at, 0.06, [force * 0.25, force, force * 0.15]);
      }
      const degrees = site === 'wrist' ? random.about(11, 0.2) : 1.5;
      track.sway({ from: lead, to: lead + 7, hz, axis: axes.up, degrees });
      fidget(track, lead + 8, 20, site, random);
      return 22;
    },
  },
  'drop-on-table': {
    isFall: false,
    description: 'takes the device off and lets it drop three centimetres onto the table',
    starts: 'sitting',
    perform(track, _site, random) {
      // Handled first: turned over, the strap opened.
      track.turn(2, 1.2, axes.forward, random.about(45, 0.2));
      track.turn(3.6, 1, axes.forward, -random.about(40, 0.2));
      track.nudge(3, 0.6, [2, 1, 1]);
      // The strap yields a little, and the device bounces.
      track.fall(lead, random.about(0.08, 0.1), 0.95, [
        { after: 0, seconds: 0.05, part: 1 },
        { after: 0.14, seconds: 0.05, part: 0.3 },
        { after: 0.22, seconds: 0.05, part: 0.12 },
      ]);
      track.turn(lead - 0.05, 0.3, axes.left, random.between(-14, 14));
      return 22;
    },
  },
  'roll-over': {
    isFall: false,
    description: 'rolls over in bed from the back to the side',
    starts: 'lying',
    perform(track, site, random) {
      const seconds = random.about(1.7, 0.2);
      track.turn(lead, seconds, axes.forward, random.pick([-1, 1]) * random.about(80, 0.1));
      track.nudge(lead + 0.2, 0.9, [0, random.noise(1.5), random.about(1.8, 0.3)]);
      fidget(track, lead + seconds + 2, 20, site, random);
      return 22;
    },
  },
  'trip-forward': {
    isFall: true,
    description: 'walks, trips, falls forward onto the hands and stays lying',
    starts: 'standing',
    perform(track, site, random) {
      walk(track, 1, lead + 1, site, random);
      const form = { seconds: 0.55, share: 0.68, axis: axes.left, degrees: 88, contactSeconds: 0.085 };
      fallDown(track, lead + 1.1, form, site, random);
      return 26;
    },
  },
  'slip-backward': {
    isFall: true,
    description: 'walks on a wet floor, slips, lands on the back and stays lying',
    starts: 'standing',
    perform(track, site, random) {
      walk(track, 1, lead + 0.8, site, random);
      const form = { seconds: 0.52, share: 0.76, axis: axes.left, degrees: -92, contactSeconds: 0.08 };
      fallDown(track, lead + 0.9, form, site, random);
      return 26;
    },
  },
  faint: {
    isFall: true,
    description: 'stands, faints, sinks down sideways and stays lying',
    starts: 'standing',
    perform(track, site, random) {
      const form = { seconds: 0.58, share: 0.62, axis: axes.forward, degrees: 90, contactSeconds: 0.09 };
      fallDown(track, lead, form, site, random);
      return 26;
    },
  },
  'slide-from-wheelchair': {
    isFall: true,
    description: 'sits in a wheelchair, slides forward off the seat, lands on the floor and stays there, half lying',
    starts: 'sitting',
    perform(track, site, random) {
      // The slow part: the pelvis slides forward while the trunk leans back.
      track.turn(lead - 1.6, 1.6, axes.left, site === 'waist' ? -random.about(22, 0.2) : -random.about(12, 0.3));
      const trunk = { seconds: 0.36, share: 0.66, axis: axes.left, degrees: -58, contactSeconds: 0.075 };
      // The hand leaves the armrest, higher than the seat, and hits the floor.
      const hand = { ...trunk, seconds: 0.45, share: 0.7, axis: axes.forward, degrees: 75 };
      const form = site === 'wrist' ? hand : trunk;
      fallDown(track, lead, form, site, random);
      return 26;
    },
  },
} as const satisfies Record<string, Motion>;

export type MotionName = keyof typeof motions;
export const motionNames = Object.keys(motions) as MotionName[];

/** People who are awake move a little while lying or sitting. */
function fidget(track: Track, from: number, to: number, site: Site, random: Random): void {
  for (let at = from; at < to; at += random.between(2, 4)) {
    const size = site === 'wrist' ? random.between(4, 15) : random.between(1, 3);
    track.turn(at, 0.8, axes.forward, size);
    track.turn(at + 1, 0.9, axes.forward, -size);
  }
}

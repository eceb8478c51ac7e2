import { account } from './account.js';
import { admin } from './admin/index.js';
import { answer } from './answer.js';
import { board } from './board.js';
import { checkIn } from './checkIn.js';
import { common } from './common.js';
import { contacts } from './contacts.js';
import { deliveries } from './deliveries.js';
import { frame } from './frame.js';
import { homeAssistant } from './homeAssistant.js';
import { incident } from './incident.js';
import { messages } from './messages.js';
import { own } from './own.js';
import { pairing } from './pairing.js';
import { letter, people } from './people.js';
import { person } from './person.js';
import { plan } from './plan.js';
import { papers, reports } from './reports.js';
import { response } from './response.js';
import { schedules } from './schedules.js';
import { security } from './security.js';
import { settings } from './settings.js';
import { setup } from './setup.js';
import { shift } from './shift.js';
import { threshold } from './threshold.js';
import { vitalLimits } from './vitalLimits.js';
import { wall } from './wall.js';
import { wear } from './wear.js';
import { wearer } from './wearer.js';
import { webhooks } from './webhooks.js';

export const de = {
  account,
  admin,
  answer,
  board,
  checkIn,
  common,
  contacts,
  deliveries,
  frame,
  incident,
  letter,
  homeAssistant,
  messages,
  own,
  pairing,
  papers,
  people,
  person,
  plan,
  reports,
  response,
  schedules,
  security,
  settings,
  setup,
  shift,
  vitalLimits,
  threshold,
  wall,
  wear,
  wearer,
  webhooks,
};

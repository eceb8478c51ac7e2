import { admin } from './admin/index.js';
import { answer } from './answer.js';
import { board } from './board.js';
import { common } from './common.js';
import { contacts } from './contacts.js';
import { deliveries } from './deliveries.js';
import { frame } from './frame.js';
import { messages } from './messages.js';
import { pairing } from './pairing.js';
import { person } from './person.js';
import { settings } from './settings.js';
import { wear } from './wear.js';
import { wearer } from './wearer.js';

export const en = {
  admin,
  answer,
  board,
  common,
  contacts,
  deliveries,
  frame,
  messages,
  pairing,
  person,
  settings,
  wear,
  wearer,
};

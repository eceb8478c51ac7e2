import { admin } from './admin.js';
import { board } from './board.js';
import { common } from './common.js';
import { frame } from './frame.js';
import { messages } from './messages.js';
import { person } from './person.js';
import { settings } from './settings.js';
import { wearer } from './wearer.js';

export const en = { admin, board, common, frame, messages, person, settings, wearer };

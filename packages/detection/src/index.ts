export { actionOf, type FallAction, type FallLevel, fallLevels, levelOf } from './level.js';

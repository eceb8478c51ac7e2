import * as alerts from './alerts.js';
import * as care from './care.js';
import * as devices from './devices.js';
import * as falls from './falls.js';
import { lists } from './lists.js';
import * as overview from './overview.js';
import * as sending from './sending.js';
import * as service from './service.js';
import * as users from './users.js';

export const admin = {
  ...lists,
  ...overview,
  ...alerts,
  ...care,
  ...devices,
  ...falls,
  ...users,
  ...sending,
  ...service,
};

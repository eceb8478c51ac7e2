import type { homeAssistant as source } from '../en/homeAssistant.js';
import type { Like } from '../like.js';

export const homeAssistant: Like<typeof source> = {
  title: 'Home Assistant',
  own: 'Home Assistant bei Ihnen zu Hause kann Sturzalarme, Ihren Puls sowie Akku und Verbindung Ihres Geräts anzeigen, mit Ihren Initialen. Über eine Taste dort lässt sich Hilfe rufen.',
  theirs:
    'Home Assistant bei {{name}} zu Hause kann Sturzalarme, den Puls sowie Akku und Verbindung des Geräts anzeigen, mit den Initialen. Über eine Taste dort lässt sich Hilfe rufen.',
  who: 'Alle, die Zugang zu Home Assistant oder dessen Nachrichtenserver (MQTT-Broker) haben, können das sehen.',
  wish: 'Schalten Sie es nur ein, wenn {{name}} das möchte.',
  begin: 'Mit Home Assistant teilen',
  end: 'Nicht mehr teilen',
  off: 'Nicht geteilt.',
  since: 'Geteilt seit {{time}}.',
  state: {
    CONNECTED: 'Verbunden',
    DISCONNECTED: 'Home Assistant ist gerade nicht erreichbar. Die Verbindung wird weiter versucht.',
    NOT_SET_UP: 'Vom Betreiber dieses Dienstes nicht eingerichtet.',
  },
};

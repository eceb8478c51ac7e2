import type { homeAssistant as source } from '../en/homeAssistant.js';
import type { Like } from '../like.js';

export const homeAssistant: Like<typeof source> = {
  title: 'Home Assistant',
  own: 'Home Assistant chez vous peut afficher les alertes de chute, votre fréquence cardiaque ainsi que la batterie et la connexion de votre appareil, avec vos initiales. Un bouton permet d’y appeler à l’aide.',
  theirs:
    'Home Assistant au domicile de {{name}} peut afficher les alertes de chute, la fréquence cardiaque ainsi que la batterie et la connexion de l’appareil, avec les initiales. Un bouton permet d’y appeler à l’aide.',
  who: 'Toute personne ayant accès à Home Assistant ou à son serveur de messages (broker MQTT) peut voir ces données.',
  wish: 'Ne l’activez que si {{name}} le souhaite.',
  begin: 'Partager avec Home Assistant',
  end: 'Arrêter le partage',
  off: 'Aucun partage.',
  since: 'Partagé depuis : {{time}}.',
  state: {
    CONNECTED: 'Connecté',
    DISCONNECTED: 'Home Assistant est injoignable pour le moment. Nouvelle tentative de connexion en cours.',
    NOT_SET_UP: 'Non configuré par l’exploitant de ce service.',
  },
};

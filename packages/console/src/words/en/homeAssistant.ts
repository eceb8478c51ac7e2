export const homeAssistant = {
  title: 'Home Assistant',
  own: 'Home Assistant in your home can show fall alerts, your heart rate, and the battery and connection of your device, under your initials. A button there can call for help.',
  theirs:
    'Home Assistant in the home of {{name}} can show fall alerts, heart rate, and the battery and connection of the device, under the initials. A button there can call for help.',
  who: 'Everyone with access to Home Assistant or its message broker can see this.',
  wish: 'Switch it on only if {{name}} wants it.',
  begin: 'Share with Home Assistant',
  end: 'Stop sharing',
  off: 'Not shared.',
  since: 'Shared since {{time}}.',
  state: {
    CONNECTED: 'Connected',
    DISCONNECTED: 'Home Assistant cannot be reached at the moment. The connection is tried again.',
    NOT_SET_UP: 'Not set up by the operator of this service.',
  },
};

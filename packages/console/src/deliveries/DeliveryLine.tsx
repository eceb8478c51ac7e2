import { useTranslation } from 'react-i18next';
import { Reason } from '../contacts/ContactState.js';
import { type Delivery, deliveryWords, findReason } from './deliveryWords.js';

/** `Push to Anna West: not reachable: the browser has unsubscribed`. */
export function DeliveryLine({ of: delivery }: { readonly of: Delivery }) {
  const { t } = useTranslation();
  const reason = findReason(delivery);
  return (
    <>
      {deliveryWords(t, delivery)}
      {reason && ': '}
      <Reason>{reason}</Reason>
    </>
  );
}

/** Readings over MQTT: the same bodies, checks, queues and answers as over HTTP. */
import type { IPublishPacket } from 'mqtt-packet';
import { createDeviceGuard } from '../../access/device-guard.js';
import { createContext, type Platform } from '../../platform/context.js';
import { createErrorConverter, type FaultListener, toEnvelope } from '../../platform/http/errors.js';
import { reply } from '../../platform/http/shapes.js';
import { reasons, toPubackReason } from '../../platform/mqtt/codes.js';
import type { MqttHandler, Outcome, Peer } from '../../platform/mqtt/handler.js';
import { forbidden } from '../../platform/refusal.js';
import { logForDevice } from '../devices/devices.service.js';
import type { Arrival } from './batch.js';
import type { Intake } from './intake.service.js';
import { isOwnTopic, toKind } from './mqtt.rules.js';
import { MqttArrival } from './mqtt-arrival.js';
import { createLogin, type MqttDevice } from './mqtt-login.service.js';
import type { UploadArrival } from './upload-batch.js';

type DevicePeer = Peer<MqttDevice>;
type Result = PromiseSettledResult<object>;

const stored: Outcome = { kind: 'done', reason: reasons.success };

export function createMqttHandler(platform: Platform, intake: Intake, onFault: FaultListener): MqttHandler<MqttDevice> {
  const { log } = platform;
  const guard = createDeviceGuard(platform);
  const convert = createErrorConverter(log, onFault);
  const counts = createCounts(platform);

  function accept(peer: DevicePeer, message: IPublishPacket, arrival: MqttArrival): void {
    try {
      requireTopic(peer.client, message.topic);
      arrival.read(message.payload as Buffer);
    } catch (refusal) {
      refuse(peer, message, arrival, refusal);
      return;
    }
    const settle = (result: Result): void => {
      if (result.status === 'fulfilled') acknowledge(peer, message, arrival, result.value);
      else refuse(peer, message, arrival, result.reason);
    };
    if (arrival.isUpload) intake.acceptUpload(arrival as UploadArrival, settle);
    else intake.acceptReading(arrival as Arrival, settle);
  }

  function acknowledge(peer: DevicePeer, message: IPublishPacket, arrival: MqttArrival, value: object): void {
    counts.stored.inc();
    peer.settle(message, peer.wantsAnswer() ? { ...stored, answer: arrival.answer(reply(value)) } : stored);
  }

  function refuse(peer: DevicePeer, message: IPublishPacket, arrival: MqttArrival, error: unknown): void {
    const refusal = convert(error as Error, arrival.id);
    const { status, code, message: text } = refusal;
    counts[status >= 500 ? 'unavailable' : 'refused'].inc();
    log.debug({ requestId: arrival.id, deviceId: peer.client.actor.device.id, status, code }, 'mqtt message refused');
    const answer = peer.wantsAnswer() ? arrival.answer(toEnvelope(refusal)) : undefined;
    peer.settle(message, { kind: toKind(status), reason: toPubackReason(status), text, answer });
  }

  return {
    connect: createLogin(platform, guard, convert),
    nameClient: ({ actor }) => actor.device.macAddress,
    maySubscribe: ({ actor }, topic) => isOwnTopic(actor.device.macAddress, 'answers', topic),
    publish(peer, message) {
      const { credential, address, actor } = peer.client;
      const known = guard.peek(credential);
      const arrival = new MqttArrival(platform, known ?? actor);
      if (known) return void accept(peer, message, arrival);
      return guard.find(credential, address).then(
        () => accept(peer, message, arrival),
        (error) => refuse(peer, message, arrival, error),
      );
    },
    loseClient: (device) => logLoss(platform, device),
  };
}

function createCounts({ metrics }: Platform) {
  const messages = metrics.counter('mqtt_messages_total');
  const count = (outcome: string) => {
    // From 0, so that the first message is an increase.
    messages.inc({ outcome }, 0);
    return messages.labels(outcome);
  };
  return { stored: count('stored'), refused: count('refused'), unavailable: count('unavailable') };
}

/** For whoever looks for the cause of a gap. Silence is measured from the last reading, not from here. */
function logLoss(platform: Platform, { actor }: MqttDevice): void {
  const { id } = actor.device;
  logForDevice(createContext(platform, actor), id, 'INFO', 'Connection lost').catch((error: unknown) =>
    platform.log.warn({ err: error, deviceId: id }, 'device log was not written'),
  );
}

/** A device always publishes to the same topic: it is parsed once. */
function requireTopic(device: MqttDevice, topic: string): void {
  if (topic === device.topic) return;
  const { macAddress } = device.actor.device;
  if (!isOwnTopic(macAddress, 'readings', topic)) throw forbidden(`Publish to fallwatch/${macAddress}/readings.`);
  device.topic = topic;
}

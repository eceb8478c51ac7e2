/** What somebody who goes to a person needs to know. */
import Type, { type Static } from 'typebox';
import { Named, Nullable, Text } from '../../platform/http/shapes.js';

export const maxPhoneNumbers = 5;

/** Shown on a card of the person. */
export const cardProperties = {
  room: Nullable(Type.String({ examples: ['12'] })),
  ward: Nullable(
    Type.String({ description: 'Ward, floor or house: the group of the person.', examples: ['2nd floor'] }),
  ),
  photoUrl: Nullable(Type.String({ description: 'Changes with the photo; null without one.' })),
};

const NumberToCall = Named('NumberToCall', {
  name: Type.String(),
  relationship: Nullable(Type.String()),
  phone: Type.String(),
});
export type NumberToCall = Static<typeof NumberToCall>;

/** Everything for somebody on the way. */
export const responderProperties = {
  ...cardProperties,
  address: Nullable(Type.String()),
  keySafe: Nullable(Type.String({ description: 'How to get in.' })),
  instructions: Nullable(Type.String({ description: 'What to do there.' })),
  medicalNotes: Nullable(Type.String()),
  phoneNumbers: Type.Array(NumberToCall, { description: 'In the order in which to call them.' }),
};

/** One number per entry: two in one text make a link that calls neither. 15 digits are the most that a number has. */
const CallablePhone = Type.String({
  maxLength: 40,
  pattern: '^(?=(?:[^0-9]*[0-9]){3,15}[^0-9]*$)\\+?[0-9 ()/.\\-]+$',
  description: 'must be one phone number with 3 to 15 digits, like +49 30 7654321',
});

const NewNumberToCall = Named('NewNumberToCall', {
  name: Text({ max: 100 }),
  relationship: Type.Optional(Nullable(Text({ max: 100 }))),
  phone: CallablePhone,
});

/** In bodies: an absent key stays, null clears, a list of numbers replaces the one before. */
export const changeableDetails = {
  room: Type.Optional(Nullable(Text({ max: 50 }))),
  ward: Type.Optional(Nullable(Text({ max: 50 }))),
  address: Type.Optional(Nullable(Text({ max: 200 }))),
  keySafe: Type.Optional(Nullable(Text({ max: 100 }))),
  instructions: Type.Optional(Nullable(Text({ max: 500 }))),
  medicalNotes: Type.Optional(Nullable(Text({ max: 1_000 }))),
  phoneNumbers: Type.Optional(Type.Array(NewNumberToCall, { maxItems: maxPhoneNumbers })),
};

const Details = Type.Object(changeableDetails);
type Texts = 'room' | 'ward' | 'address' | 'keySafe' | 'instructions' | 'medicalNotes';

/** With what was known of a person before. */
export type DetailChanges = {
  readonly [Field in Texts | 'emergencyContact' | 'bloodPressure']?: string | null | undefined;
} & { readonly phoneNumbers?: Static<typeof Details>['phoneNumbers'] | undefined };
